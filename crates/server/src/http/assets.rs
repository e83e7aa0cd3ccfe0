//! The web app, built into the binary, and other pages that never change.

use crate::room::action::Refusal;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::HashMap,
    io::Write,
    sync::{LazyLock, OnceLock, PoisonError, RwLock},
};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Web;

/// Shown if the web app is not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Powerboats</title>
<body style=\"font: 1.1rem/1.5 system-ui; max-width: 36rem; margin: 4rem auto; padding: 0 1rem\">
<h1>Powerboats</h1><p>The server runs, but the web app is not built in. In the repository, run <code>make build</code>
and start the server again.</p><p>Programs can already use <a href=\"/api\">the API</a>.</p>";

/// The fallback of the router: a file of the web app, or its front page, which handles its own addresses, or a refusal.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Refusal::not_found().into_response();
    }
    if let Some(file) = Web::get(path) {
        return answer(path, file, &headers);
    }
    // A path with a file extension is a missing file, not a page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return Refusal::not_found().into_response();
    }
    match Web::get("index.html") {
        Some(file) => answer("index.html", file, &headers),
        None => Html(NOT_BUILT).into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    // Files in assets/ have a hash in their name.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if kind.type_() == "text" { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let tag = tag(&file.metadata.sha256_hash());
    let about = About { kind: &kind, tag: &tag, cache };
    let packed = || packed(path, &file, &kind);
    let plain = || match file.data.clone() {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    about.answer(headers, packed, plain)
}

/// A page that stays the same as long as the server runs. It is compressed once.
pub struct Page {
    kind: &'static str,
    plain: Bytes,
    packed: OnceLock<Option<Bytes>>,
    tag: String,
}

impl Page {
    /// A page of this media type.
    pub fn new(kind: &'static str, text: String) -> Page {
        Page { kind, tag: tag(&Sha256::digest(&text)), plain: text.into(), packed: OnceLock::new() }
    }

    /// The page, as the client who sent these headers takes it.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let about = About { kind: self.kind, tag: &self.tag, cache: "no-cache" };
        about.answer(headers, || self.packed.get_or_init(|| gzip(&self.plain)).clone(), || self.plain.clone())
    }
}

/// The mark of a response that is compressed already, or that its client does not take compressed.
#[derive(Clone, Copy, Debug)]
pub struct AsItIs;

/// What a client learns about a file besides its content.
struct About<'a> {
    kind: &'a str,
    tag: &'a str,
    cache: &'static str,
}

impl About<'_> {
    fn answer(&self, headers: &HeaderMap, packed: impl Fn() -> Option<Bytes>, plain: impl Fn() -> Bytes) -> Response {
        let seen = headers.get(header::IF_NONE_MATCH);
        let mut response = if seen.is_some_and(|seen| seen.as_bytes() == self.tag.as_bytes()) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if takes_gzip(headers)
            && let Some(packed) = packed()
        {
            ([(header::CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response()
        } else {
            Body::from(plain()).into_response()
        };
        let lines = [(header::CONTENT_TYPE, self.kind), (header::ETAG, self.tag), (header::CACHE_CONTROL, self.cache)];
        for (name, value) in lines {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        }
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response.extensions_mut().insert(AsItIs);
        response
    }
}

fn tag(hash: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&hash[..12]))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip") && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Files compressed at their first use, by hash.
static PACKED: LazyLock<RwLock<HashMap<[u8; 32], Bytes>>> = LazyLock::new(RwLock::default);

/// The file as gzip, if compressing is worth it.
fn packed(path: &str, file: &EmbeddedFile, kind: &str) -> Option<Bytes> {
    let squeezable =
        ["text/", "json", "javascript", "wasm", "svg", "xml", "font/ttf"].iter().any(|part| kind.contains(part));
    if !squeezable || file.data.len() < 512 {
        return None;
    }
    let hash = file.metadata.sha256_hash();
    if let Some(packed) = PACKED.read().unwrap_or_else(PoisonError::into_inner).get(&hash) {
        return Some(packed.clone());
    }
    let packed = gzip(&file.data)?;
    tracing::debug!(path, from = file.data.len(), to = packed.len(), "compressed a file");
    PACKED.write().unwrap_or_else(PoisonError::into_inner).insert(hash, packed.clone());
    Some(packed)
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(plain).ok()?;
    Some(packer.finish().ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_only_if_accepted() {
        let takes = |line: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(line))]))
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1.0, gzip;q=0.8") && takes("gzip"));
        assert!(takes("GZIP"));
        assert!(!takes("br") && !takes("gzip;q=0, br") && !takes(""));
    }

    #[test]
    fn a_page_is_compressed_once_and_nobody_compresses_it_again() {
        let page = Page::new("application/json", "[1]".repeat(1000));
        let answer = |accepted: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            page.answer(&headers)
        };
        assert_eq!(answer("gzip").headers()[header::CONTENT_ENCODING], "gzip");
        let first = page.packed.get().unwrap().clone().unwrap();
        answer("gzip");
        assert_eq!(page.packed.get().unwrap().as_ref().unwrap().as_ptr(), first.as_ptr());
        let plain = answer("x-gzip");
        assert!(
            plain.headers().get(header::CONTENT_ENCODING).is_none() && plain.extensions().get::<AsItIs>().is_some()
        );
        let seen = HeaderMap::from_iter([(header::IF_NONE_MATCH, plain.headers()[header::ETAG].clone())]);
        assert_eq!(page.answer(&seen).status(), StatusCode::NOT_MODIFIED);
    }
}
