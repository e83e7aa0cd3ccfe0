//! Tests of `powerboats event`.

use super::*;
use powerboats_server::store::{Database, Store};

const NOBODY: &str = "aaaaaaaaaaaaaaaa";

#[test]
fn a_database_without_events_has_none_to_list() {
    let folder = tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = runtime.block_on(Store::open(&Database::Sqlite(folder.path().join("powerboats.db")))).unwrap();
    // While the server has its database open, and after that.
    assert_eq!(stdout(&folder, &["event", "list"]), "");
    let message = powerboats(&folder, &["event", "show", NOBODY]).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(message).unwrap().contains("there is no event aaaaaaaaaaaaaaaa"));
    runtime.block_on(store.close());
    assert_eq!(stdout(&folder, &["event", "list"]), "");
}

#[test]
fn a_missing_database_and_a_wrong_id_are_named() {
    let folder = tempdir().unwrap();
    refuses(&folder, &["event", "list", "--database", "none.db"], &["there is no database none.db"]);
    refuses(&folder, &["event", "export", NOBODY], &["there is no database powerboats.db"]);
    refuses(&folder, &["event"], &["list", "show", "export"]);
}
