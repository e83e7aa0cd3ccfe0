//! A connection's stream, request bodies and response bodies, wrapped so that its phase is tracked.

use crate::http::listener::table::{OpenConnection, Phase, Place};
use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// The byte stream of a connection. The connection is counted as long as this lives.
pub struct Stream {
    stream: TcpStream,
    place: Place,
}

impl Stream {
    #[allow(missing_docs)]
    pub fn new(stream: TcpStream, place: Place) -> Stream {
        Stream { stream, place }
    }

    fn note_write<T>(&self, written: &Poll<T>) {
        self.place.line().note_write(written.is_ready());
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            self.place.line().heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.note_write(&written);
        written
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context, bytes: &[IoSlice]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.note_write(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The body of a request. The request counts as complete once the whole body has arrived.
pub struct Request {
    body: Incoming,
    line: Arc<OpenConnection>,
}

impl Request {
    /// The body of a request whose head has arrived.
    pub fn new(body: Incoming, line: Arc<OpenConnection>) -> Request {
        line.enter(if body.is_end_stream() { Phase::Answering } else { Phase::Body });
        Request { body, line }
    }
}

impl HttpBody for Request {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if (frame.is_none() || self.body.is_end_stream()) && self.line.phase() == Phase::Body {
            self.line.enter(Phase::Answering);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response. When it is dropped, the connection waits for the next request.
pub struct Answer {
    body: Body,
    line: Arc<OpenConnection>,
}

impl Answer {
    #[allow(missing_docs)]
    pub fn new(body: Body, line: Arc<OpenConnection>) -> Answer {
        Answer { body, line }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if self.line.phase() != Phase::Upgraded {
            self.line.enter(Phase::Idle);
        }
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
