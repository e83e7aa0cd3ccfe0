//! Tests of the configuration.

use super::*;

#[test]
fn flags_override_the_file_and_the_file_overrides_the_defaults() {
    let file: Options = toml::from_str("listen = \"0.0.0.0:80\"\nguests = 7\ndatabase = \"postgres://x\"").unwrap();
    let flags = Options { guests: Some(0), ..Options::default() };
    let config = flags.or(file).config().unwrap();
    assert_eq!(config.listen, "0.0.0.0:80".parse().unwrap());
    assert_eq!(config.rates, Rates { guests: 0, ..Rates::default() });
    assert_eq!(config.database, Database::Postgres("postgres://x".to_owned()));
    assert!(!config.is_secure());
}

#[test]
fn unknown_options_and_invalid_urls_are_refused() {
    assert!(toml::from_str::<Options>("lisen = \"0.0.0.0:80\"").is_err());
    for url in ["boats.example", "https://", "https://a/b", "ftp://a", "https://a b"] {
        let options = Options { public_url: Some(url.to_owned()), ..Options::default() };
        assert!(options.config().is_err(), "{url}");
    }
    let options = Options { public_url: Some("https://Boats.example/".to_owned()), ..Options::default() };
    let config = options.config().unwrap();
    assert_eq!(config.public_url.as_deref(), Some("https://boats.example"));
    assert!(config.is_secure());
    let nats = |nats: &str, database: &str| Options {
        nats: Some(nats.to_owned()),
        database: Some(database.to_owned()),
        ..Options::default()
    };
    let refused = nats("nats://n:4222", "powerboats.db").config().unwrap_err().to_string();
    assert!(refused.contains("needs a PostgreSQL database"), "{refused}");
    let config = nats("nats://u:p@n:4222, m:1", "postgres://x").config().unwrap();
    let nats = config.nats.unwrap();
    assert_eq!(
        (nats.servers.as_slice(), nats.shown()),
        (["nats://u:p@n:4222".to_owned(), "m:1".to_owned()].as_slice(), "nats://n:4222, m:1".to_owned())
    );
    assert!(config.node.ends_with(":8080"), "{}", config.node);
    for name in ["", "a b", "é", &"x".repeat(65)] {
        let options = Options { node: Some(name.to_owned()), nats: Some("n".to_owned()), ..Options::default() };
        assert!(options.config().is_err(), "{name}");
    }
    assert!(Options { node: Some("a".to_owned()), ..Options::default() }.config().is_err(), "without --nats");
    let options = Options { public_url: Some("https://boats.example:443".to_owned()), ..Options::default() };
    assert_eq!(options.config().unwrap().public_url.as_deref(), Some("https://boats.example"));
}
