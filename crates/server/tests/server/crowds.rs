//! Many requests at once, and many from one address: everybody gets in, and nobody gets more than their share.

use crate::battery;
use crate::test_server::{PASSWORD, TestServer, Visitor, send, unlimited};
use futures_util::future::join_all;
use powerboats_server::config::{Config, Rates};
use serde_json::{Value, json};

fn evening() -> Value {
    let clock = json!({"type": "live", "turn": 600, "bank": 600});
    json!({"title": "Club evening", "format": {"type": "rounds", "rounds": 1}, "tables": 2, "clock": clock})
}

async fn organiser(server: &TestServer) -> Visitor {
    let visitor = server.guest("Olga").await;
    visitor.post("/api/me/register", json!({"login": "olga", "password": PASSWORD})).await.is(200);
    visitor
}

battery! {
    async fn thirty_players_check_in_at_the_same_moment(server: TestServer) {
        let organiser = organiser(&server).await;
        let event = organiser.post("/api/events", evening()).await.is(201)["id"].as_str().unwrap().to_owned();
        let mut guests = Vec::new();
        for number in 0..30 {
            guests.push(server.guest(&format!("Ann {number}")).await);
        }
        let path = format!("/api/events/{event}/players");
        let answers = join_all(guests.iter().map(|guest| send(guest.ask("POST", &path)))).await;
        for answer in answers {
            answer.is(204);
        }
        let seen = organiser.get(&format!("/api/events/{event}")).await.is(200);
        assert_eq!(seen["players"].as_array().unwrap().len(), 30);
        server.close().await;
    }

    async fn an_organiser_has_twenty_events_also_if_they_are_opened_at_once(server: TestServer) {
        let organiser = organiser(&server).await;
        let answers = join_all((0..40).map(|_| organiser.post("/api/events", evening()))).await;
        let (opened, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
        assert_eq!(opened.len(), 20);
        for answer in refused {
            answer.refused(409, "too-many");
        }
        let first = opened[0].body["id"].as_str().unwrap();
        send(organiser.ask("POST", &format!("/api/events/{first}/close"))).await.is(204);
        organiser.post("/api/events", evening()).await.is(201);
        organiser.post("/api/events", evening()).await.refused(409, "too-many");
        server.close().await;
    }

    async fn one_address_cannot_take_all_places_for_games_on_their_way(server: TestServer) {
        // Limits are on, but none that matters here.
        let rates = Rates { rooms: 1000, ..Rates::OFF };
        let server = TestServer::open(server.stop().await, Config { rates, trust_proxy: true, ..unlimited() }).await;
        let visitor = server.visitor();
        let send_from = async |address: &str| {
            let request = visitor.ask("POST", "/api/carry").header("x-forwarded-for", address);
            send(request.json(&json!({"game": "x"}))).await
        };
        let mut codes = Vec::new();
        for _ in 0..20 {
            codes.push(send_from("1.1.1.1").await.is(201)["code"].as_str().unwrap().to_owned());
        }
        send_from("1.1.1.1").await.refused(409, "too-many");
        send_from("2.2.2.2").await.is(201);
        // A game that has arrived makes space for another.
        visitor.get(&format!("/api/carry/{}", codes[0])).await.is(200);
        send_from("1.1.1.1").await.is(201);
        send_from("1.1.1.1").await.refused(409, "too-many");
        server.close().await;
    }

    async fn descriptions_are_compressed_once(server: TestServer) {
        let visitor = server.visitor();
        for path in ["/api", "/api/openapi.json", "/api/asyncapi.json"] {
            let take = async |coding: &str| visitor.ask("GET", path).header("accept-encoding", coding).send().await.unwrap();
            let packed = take("gzip").await;
            assert_eq!((packed.status().as_u16(), &packed.headers()["content-encoding"]), (200, &"gzip".parse().unwrap()));
            // Only the compressed text that is kept is ever sent.
            assert!(take("x-gzip").await.headers().get("content-encoding").is_none(), "{path}");
            let known = visitor.ask("GET", path).header("if-none-match", packed.headers()["etag"].clone());
            assert_eq!(send(known).await.status, 304);
        }
        server.close().await;
    }
}
