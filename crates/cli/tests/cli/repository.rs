//! Tests of the repository: pages name only paths that exist, rule numbers are explained, files and folders stay small.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files below a folder whose names have this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// A number like `4.3` at the start of a text.
fn number(text: &str) -> Option<String> {
    let (chapter, rest) = text.split_once('.')?;
    let rule: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(chapter) && digits(&rule)).then(|| format!("{chapter}.{rule}"))
}

/// The rules that a source file cites: `rule 4.3`, `rules 6.1 to 6.9`, and tests called `r4_3_…`.
fn cited(source: &str) -> BTreeSet<String> {
    let text = source.to_lowercase();
    let mut found = BTreeSet::new();
    for mark in ["rule ", "rules "] {
        for mut rest in text.split(mark).skip(1) {
            while let Some(rule) = number(rest) {
                rest = &rest[rule.len()..];
                found.insert(rule);
                let joined = [", ", " and ", " to ", "–"].iter().find_map(|word| rest.strip_prefix(word));
                rest = joined.unwrap_or_default();
            }
        }
    }
    for name in text.split("fn r").skip(1) {
        found.extend(name.split_once('_').and_then(|(chapter, rest)| number(&format!("{chapter}.{rest}"))));
    }
    found
}

#[test]
fn citations_are_found() {
    let source =
        "/// Rule 4.3: as RULES 2.7 and 2.5 say, rules 6.1 to 6.9. The rule is 7.7.\nfn r1_2_turns() {} fn right() {}";
    assert_eq!(Vec::from_iter(cited(source)), ["1.2", "2.5", "2.7", "4.3", "6.1", "6.9"]);
}

#[test]
fn every_rule_that_is_cited_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let explained: BTreeSet<String> = page.lines().filter_map(|line| number(line.strip_prefix("### ")?)).collect();
    assert!(explained.len() > 40, "{} rules", explained.len());
    let mut count = 0;
    for path in files(&root().join("crates"), ".rs") {
        if path.ends_with("tests/repository.rs") {
            continue;
        }
        for rule in cited(&fs::read_to_string(&path).unwrap()) {
            assert!(explained.contains(&rule), "{}: there is no rule {rule} in docs/rules.md", path.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count} citations");
}

/// The pages about the repository. The web app's page names paths within `web`.
fn pages() -> Vec<PathBuf> {
    let names = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    let mut pages: Vec<PathBuf> = names.iter().map(|name| root().join(name)).collect();
    pages.extend(files(&root().join("docs"), ".md"));
    pages
}

/// The words in inline code that look like a path from the root of the repository.
fn paths(page: &str) -> Vec<&str> {
    let tops = ["crates/", "web/", "docs/", "scripts/", "fuzz/", "packaging/", "deploy/", "xtask/", ".ci/", ".github/"];
    let words = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).flat_map(|code| code.split(' '));
    let made = ["web/dist", "fuzz/corpus"]; // by a build, or by fuzzing
    words.filter(|word| tops.iter().any(|top| word.starts_with(top)) && !made.contains(word)).collect()
}

/// The page's links to files in the repository.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap_or_default());
    targets.filter(|target| !target.is_empty() && !target.contains("://")).collect()
}

#[test]
fn every_path_that_a_page_names_exists() {
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let named = paths(&page).into_iter().map(|name| (name, root().join(name)));
        let linked = links(&page).into_iter().map(|name| (name, path.parent().unwrap().join(name)));
        for (name, target) in named.chain(linked) {
            assert!(target.exists(), "{} names {name}, which does not exist", path.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count} paths");
}

/// Changes a newcomer might make, and the one folder where each begins.
#[test]
fn contributing_says_where_changes_begin() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (_, table) = page.split_once("| change | begins in | steps |\n|---|---|---|\n").unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().take_while(|line| line.starts_with('|')).map(|line| line.split(" | ").collect()).collect();
    let changes: Vec<&str> = rows.iter().map(|row| row[0].trim_start_matches("| ")).collect();
    let expected = "a room event, a pilot, a tile, a language, a page, a notification, a rating, a variant rule, a node, \
                    a function of the JavaScript package, an observation or a numbered action, a bot endpoint";
    assert_eq!(changes.join(", "), expected);
    for row in rows {
        let [folder] = paths(row[1])[..] else { panic!("one folder: {row:?}") };
        assert!(root().join(folder).is_dir(), "{folder}");
    }
}

#[test]
fn the_public_workflow_runs_what_we_run() {
    let workflow = fs::read_to_string(root().join(".github/workflows/ci.yml")).unwrap();
    for step in [".ci/run", "make coverage"] {
        assert!(workflow.lines().any(|line| line.trim() == format!("- run: {step}")), "{step}");
    }
    assert!(workflow.contains("check advisories licenses bans sources"));
    let run = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(run.lines().any(|line| line == "make test"));
}

/// Our source files: those in these folders, without what builds leave there. A program's name may have no ending.
fn sources() -> Vec<PathBuf> {
    let folders = [
        "crates",
        "examples",
        "fuzz/fuzz_targets",
        "packaging",
        "scripts",
        "xtask/src",
        "web/src",
        "web/e2e",
        "web/bench",
        "web/motion",
        "web/packages",
        "web/scripts",
    ];
    let endings = ["rs", "ts", "mjs", "svelte", "css", "py", "pyi"];
    let made = ["node_modules", "target", "pkg", "dist", "__pycache__"];
    let is_made = |path: &Path| {
        let bindings = path.starts_with("web/packages/powerboats/src/wasm");
        bindings || path.components().any(|part| made.iter().any(|name| part.as_os_str() == *name))
    };
    let is_source = |path: &Path| match path.extension() {
        Some(ending) => endings.iter().any(|known| ending == *known),
        None => fs::read(path).is_ok_and(|content| content.starts_with(b"#!")),
    };
    let all = folders.iter().flat_map(|folder| files(&root().join(folder), ""));
    all.filter(|path| !is_made(path.strip_prefix(root()).unwrap()) && is_source(path)).collect()
}

/// Whether a file holds the texts of a language, or is generated.
fn may_be_long(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.contains("/i18n/") || is_generated(path)
}

fn is_generated(path: &Path) -> bool {
    ["web/src/lib/types.ts", "web/packages/powerboats/src/types.ts"].iter().any(|file| path.ends_with(file))
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    let sources = sources();
    assert!(sources.len() > 500, "{} files", sources.len());
    for path in sources.iter().filter(|path| !may_be_long(path)) {
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= 400, "{} has {lines} lines: look for the second noun in it", path.display());
    }
}

#[test]
fn no_folder_of_server_and_pilots_has_more_than_14_source_files() {
    for crate_source in ["crates/server/src", "crates/pilots/src"] {
        let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for path in files(&root().join(crate_source), ".rs") {
            *folders.entry(path.parent().unwrap().to_owned()).or_default() += 1;
        }
        assert!(folders.len() > 4, "{crate_source}");
        for (folder, count) in folders {
            assert!(count <= 14, "{} has {count} source files: look for the second folder in it", folder.display());
        }
    }
}

/// A file begins with a sentence that says what it is, a program with the line that names its interpreter before that.
#[test]
fn every_source_file_says_what_it_is() {
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let first = text.lines().find(|line| !line.starts_with("#!")).unwrap_or_default();
        let marks = ["//! ", "// ", "/* ", "/** ", "<!-- ", "# ", "\"\"\""];
        let opens = marks.iter().any(|mark| first.starts_with(mark));
        assert!(opens, "{}: the first line does not say what the file is: {first}", path.display());
    }
}
