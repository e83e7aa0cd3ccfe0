//! Accounts over HTTP on both databases: guests, registered players, tokens and deletion.

use crate::battery;
use crate::cluster::eventually;
use crate::test_server;
use crate::test_server::{PASSWORD, TestServer, act, open, send};
use serde_json::json;
use std::time::{Duration, Instant};

battery! {
    /// A guest who has signed out can't come back, and a cookie lasts a year.
    async fn guests_who_can_not_come_back_and_old_sessions_are_forgotten(server: TestServer) {
        let (ann, ben, cid) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Cid").await);
        cid.post("/api/me/register", json!({"login": "cid", "password": PASSWORD})).await.is(200);
        let old = cid.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
        let regatta = open(&ann, json!({"seats": 3})).await;
        for who in [&ben, &cid] {
            act(who, &regatta, "join", json!({"type": "join"})).await.is(200);
        }
        ann.delete("/api/sessions").await.is(204);
        let place = server.stop().await;
        let year = 366_i64 * 86_400_000;
        place.change(&format!("UPDATE sessions SET created = created - {year} WHERE player = '{old}'")).await;
        let server = TestServer::open(place, crate::test_server::unlimited()).await;
        let (ben, cid) = (ben.at(&server), cid.at(&server));
        crate::cluster::eventually("Ann is forgotten", async || {
            let told = ben.get(&format!("/api/regattas/{regatta}")).await.is(200).to_string();
            !told.contains("Ann") && told.contains("Ben") && told.contains("Cid")
        }).await;
        crate::cluster::eventually("the session has ended", async || cid.get("/api/me").await.status == 401).await;
        cid.post("/api/sessions", json!({"login": "cid", "password": PASSWORD})).await.is(200);
        assert_eq!(ben.get("/api/me").await.is(200)["name"], "Ben");
        server.close().await;
    }

    async fn a_name_is_enough(server: TestServer) {
        let ann = server.visitor();
        ann.get("/api/me").await.refused(401, "not-signed-in");
        let answer = ann.post("/api/me", json!({"name": "  Ann "})).await;
        let cookie = answer.header("set-cookie").to_owned();
        for part in ["powerboats=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Secure"), "not without TLS: {cookie}");
        let me = answer.is(201);
        assert_eq!((&me["name"], &me["registered"]), (&json!("Ann"), &json!(false)));
        assert_eq!(ann.get("/api/me").await.is(200), me);
        assert_eq!(ann.post("/api/me", json!({"name": "Other"})).await.is(200), me, "she stays the same player");
        let renamed = ann.patch("/api/me", json!({"name": "Zoë 🚤"})).await.is(200);
        assert_eq!((&renamed["id"], &renamed["name"]), (&me["id"], &json!("Zoë 🚤")));
        assert_eq!(ann.get("/api/me").await.is(200), renamed);
        assert_ne!(server.guest("Ann").await.get("/api/me").await.is(200)["id"], me["id"]);
        ann.delete("/api/sessions").await.is(204);
        ann.get("/api/me").await.refused(401, "not-signed-in");
        server.close().await;
    }

    async fn a_forged_cookie_is_not_accepted(server: TestServer) {
        let value = server.visitor().post("/api/me", json!({"name": "Ann"})).await;
        let cookie = value.header("set-cookie").split(';').next().unwrap().to_owned();
        let ask = async |cookie: &str| send(server.visitor().ask("GET", "/api/me").header("cookie", cookie)).await;
        ask(&cookie).await.is(200);
        ask(&format!("a=b; {cookie}; c=d")).await.is(200);
        let last = if cookie.ends_with('0') { "1" } else { "0" };
        for forged in ["powerboats=", "powerboats=a.b", &format!("{}{last}", &cookie[..cookie.len() - 1])] {
            ask(forged).await.refused(401, "not-signed-in");
        }
        server.close().await;
    }

    async fn a_registered_player_can_sign_in_anywhere(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let me = ann.get("/api/me").await.is(200);
        let registration = json!({"login": "Ann_1", "password": PASSWORD});
        server.visitor().post("/api/me/register", registration.clone()).await.refused(401, "not-signed-in");
        let registered = ann.post("/api/me/register", registration.clone()).await.is(200);
        assert_eq!((&registered["id"], &registered["login"]), (&me["id"], &json!("ann_1")));
        assert_eq!(ann.get("/api/me").await.is(200)["registered"], true);
        ann.post("/api/me/register", registration.clone()).await.refused(403, "forbidden");
        ben.post("/api/me/register", json!({"login": "aNN_1", "password": PASSWORD})).await.refused(409, "name-taken");
        // On another device, where it replaces the guest who was signed in.
        let answer = ben.post("/api/sessions", json!({"login": "ANN_1", "password": PASSWORD})).await;
        assert!(answer.header("set-cookie").contains("HttpOnly"));
        let mut signed_in = answer.is(200);
        assert_eq!((signed_in["moved"].take(), signed_in["kept"].take()), (json!(0), json!(0)));
        assert_eq!((&signed_in["id"], &signed_in["login"]), (&registered["id"], &registered["login"]));
        assert_eq!(ben.get("/api/me").await.is(200), registered);
        server.close().await;
    }

    async fn an_answer_does_not_tell_which_logins_exist(server: TestServer) {
        let ann = server.guest("Ann").await;
        ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let visitor = server.visitor();
        let attempt = async |login: &str| {
            let began = Instant::now();
            let answer = visitor.post("/api/sessions", json!({"login": login, "password": "wrong horse"})).await;
            (began.elapsed(), (answer.status.as_u16(), answer.body))
        };
        // Hashing takes most of the time of an answer. On a busy machine it takes a few tries until the shortest times show it.
        let (mut wrong, mut unknown, mut impossible) = (Duration::MAX, Duration::MAX, Duration::MAX);
        for _ in 0..40 {
            let (time, refused) = attempt("ann").await;
            assert_eq!((refused.0, &refused.1["code"]), (403, &json!("wrong-password")));
            wrong = wrong.min(time);
            for (login, shortest) in [("nobody", &mut unknown), ("no\0body", &mut impossible)] {
                let (time, answer) = attempt(login).await;
                assert_eq!(answer, refused, "{login:?}");
                *shortest = time.min(*shortest);
            }
            if unknown.min(impossible) * 3 > wrong {
                break;
            }
        }
        assert!(unknown.min(impossible) * 3 > wrong, "{unknown:?} and {impossible:?} against {wrong:?}");
        server.close().await;
    }

    async fn a_changed_password_ends_the_other_sessions(server: TestServer) {
        let (ann, phone) = (server.guest("Ann").await, server.visitor());
        ann.post("/api/me/password", json!({"old": "", "new": PASSWORD})).await.refused(403, "forbidden");
        ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        phone.post("/api/sessions", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        ann.post("/api/me/password", json!({"old": "wrong horse", "new": "better horse"})).await.refused(403, "wrong-password");
        phone.get("/api/me").await.is(200);
        ann.post("/api/me/password", json!({"old": PASSWORD, "new": "better horse"})).await.is(204);
        ann.get("/api/me").await.is(200);
        // Every node of a cluster knows it within two seconds.
        eventually("the other session has ended", async || phone.get("/api/me").await.status == 401).await;
        phone.post("/api/sessions", json!({"login": "ann", "password": PASSWORD})).await.refused(403, "wrong-password");
        phone.post("/api/sessions", json!({"login": "ann", "password": "better horse"})).await.is(200);
        server.close().await;
    }

    async fn deleting_an_account_removes_everything_about_it(server: TestServer) {
        let (ann, guest) = (server.guest("Ann").await, server.guest("Guest").await);
        ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let token = ann.post("/api/me/tokens", json!({"label": "bot"})).await.is(201)["token"].clone();
        ann.delete("/api/me").await.refused(403, "wrong-password");
        let leave = |password| ann.ask("DELETE", "/api/me").json(&json!({"password": password}));
        send(leave("wrong horse")).await.refused(403, "wrong-password");
        let gone = send(leave(PASSWORD)).await;
        assert!(gone.header("set-cookie").contains("Max-Age=0"));
        gone.is(204);
        ann.get("/api/me").await.refused(401, "not-signed-in");
        let bearer = format!("Bearer {}", token.as_str().unwrap());
        send(server.visitor().ask("GET", "/api/me").header("authorization", bearer)).await.refused(401, "not-signed-in");
        ann.post("/api/sessions", json!({"login": "ann", "password": PASSWORD})).await.refused(403, "wrong-password");
        guest.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        server.guest("Passer-by").await.delete("/api/me").await.is(204);
        server.close().await;
    }

    async fn a_token_signs_in_as_its_player(server: TestServer) {
        let ann = server.guest("Ann").await;
        let made = ann.post("/api/me/tokens", json!({"label": "my bot"})).await.is(201);
        let token = made["token"].as_str().unwrap().to_owned();
        assert!(token.starts_with("pb_"));
        let bot = async |token: &str| {
            send(server.visitor().ask("GET", "/api/me").header("authorization", format!("Bearer {token}"))).await
        };
        let me = ann.get("/api/me").await.is(200);
        assert_eq!(bot(&token).await.is(200), me);
        assert_eq!(bot(&token).await.is(200), me, "from the cache too");
        let listed = ann.get("/api/me/tokens").await.is(200);
        assert_eq!((&listed[0]["id"], &listed[0]["label"]), (&made["id"], &json!("my bot")));
        assert!(!listed.to_string().contains(&token));
        let both = server.visitor().ask("GET", "/api/me").header("authorization", format!("Bearer {token}"));
        send(both.header("cookie", "powerboats=forged")).await.refused(401, "not-signed-in");
        bot("pb_nonsense").await.refused(401, "not-signed-in");
        bot("nonsense").await.refused(401, "not-signed-in");
        let path = format!("/api/me/tokens/{}", made["id"].as_str().unwrap());
        server.guest("Ben").await.delete(&path).await.refused(404, "not-found");
        ann.delete(&path).await.is(204);
        ann.delete(&path).await.refused(404, "not-found");
        bot(&token).await.refused(401, "not-signed-in");
        for _ in 0..20 {
            ann.post("/api/me/tokens", json!({"label": "x"})).await.is(201);
        }
        ann.post("/api/me/tokens", json!({"label": "x"})).await.refused(409, "too-many");
        server.close().await;
    }

    async fn everything_stored_can_be_exported(server: TestServer) {
        let ann = server.guest("Ann").await;
        ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        ann.post("/api/me/tokens", json!({"label": "my bot"})).await.is(201);
        let opened = ann.post("/api/regattas", json!({"seats": 2})).await.is(201);
        let path = format!("/api/regattas/{}/actions", opened["id"].as_str().unwrap());
        ann.put("/api/me/chat", json!({"free": true})).await.is(200);
        let chat = json!({"id": "1", "action": {"type": "chat", "text": "ahoy"}});
        ann.post(&path, chat).await.is(200);
        ann.post("/api/carry", json!({"game": "a game"})).await.is(201);
        ann.post("/api/play-now", json!({"seats": 2})).await;
        let boss = crate::moderation::operator(&server).await;
        let ann_id = ann.get("/api/me").await.is(200)["id"].clone();
        crate::moderation::moderate(&boss, json!({"type": "warn", "player": ann_id})).await.is(200);
        let export = ann.get("/api/me/export").await.is(200);
        assert_eq!((&export["carried"][0]["game"], &export["play_now"]["seats"]), (&json!("a game"), &json!(2)));
        assert_eq!((&export["warning"]["text"], &export["duels"]), (&json!("it must be"), &json!([])));
        assert_eq!(export["format"], 1);
        assert_eq!(export["me"], ann.get("/api/me").await.is(200));
        assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(export["tokens"][0]["label"], "my bot");
        assert_eq!(export["regattas"][0]["id"], opened["id"]);
        assert!(export["regattas"][0]["summary"].is_object());
        assert_eq!((&export["chat"][0]["text"], &export["chat"][0]["regatta"]), (&json!("ahoy"), &opened["id"]));
        assert!(!export.to_string().contains("argon2"));
        server.close().await;
    }

    async fn a_cookie_survives_a_restart(server: TestServer) {
        let ann = server.visitor();
        let answer = ann.post("/api/me", json!({"name": "Ann"})).await;
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        let again = TestServer::open(server.stop().await, test_server::unlimited()).await;
        let me = send(again.visitor().ask("GET", "/api/me").header("cookie", cookie)).await.is(200);
        assert_eq!(me["name"], "Ann");
        again.close().await;
    }

    async fn registering_ends_the_old_session_and_a_new_password_ends_all_tokens(server: TestServer) {
        let ann = server.visitor();
        let cookie = |answer: &test_server::Answer| answer.header("set-cookie").split(';').next().unwrap().to_owned();
        let old = cookie(&ann.post("/api/me", json!({"name": "Ann"})).await);
        let as_who = async |cookie: &str| send(server.visitor().ask("GET", "/api/me").header("cookie", cookie)).await;
        as_who(&old).await.is(200);
        let registered = ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await;
        let new = cookie(&registered);
        registered.is(200);
        assert_ne!(old, new);
        as_who(&old).await.refused(401, "not-signed-in");
        as_who(&new).await.is(200);
        assert_eq!(ann.get("/api/me/export").await.is(200)["sessions"].as_array().unwrap().len(), 1);
        let token = ann.post("/api/me/tokens", json!({"label": "admin"})).await.is(201)["token"].as_str().unwrap().to_owned();
        let bot = async || send(server.visitor().ask("GET", "/api/me").header("authorization", format!("Bearer {token}"))).await;
        bot().await.is(200);
        ann.post("/api/me/password", json!({"old": PASSWORD, "new": "better horse"})).await.is(204);
        bot().await.refused(401, "not-signed-in");
        ann.get("/api/me").await.is(200);
        assert_eq!(ann.get("/api/me/tokens").await.is(200), json!([]));
        server.close().await;
    }

    async fn deleting_an_account_with_many_seats_answers_quickly(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let mut rooms = vec![];
        for number in 0..150 {
            rooms.push(open(&ann, json!({"seats": 2, "join": number % 2 == 0})).await);
        }
        let shared = open(&ben, json!({"seats": 3})).await;
        act(&ann, &shared, "join", json!({"type": "join"})).await.is(200);
        // After a restart the server knows these rooms from the store alone.
        let cookie = ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let server = TestServer::open(server.stop().await, test_server::unlimited()).await;
        let leave = server.visitor().ask("DELETE", "/api/me").header("cookie", &cookie).json(&json!({"password": PASSWORD}));
        let began = Instant::now();
        send(leave).await.is(204);
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
        // Even if the server stops at once, all seats are vacated.
        let server = TestServer::open(server.stop().await, test_server::unlimited()).await;
        let visitor = server.visitor();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let left = visitor.get("/api/regattas").await.is(200);
            let seats = visitor.get(&format!("/api/regattas/{shared}")).await.is(200)["regatta"]["seats"].clone();
            let only_shared = left.as_array().unwrap().len() == 1 && left[0]["id"] == shared.as_str();
            if only_shared && seats.as_array().unwrap().len() == 1 {
                break;
            }
            assert!(Instant::now() < deadline, "{left}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        server.close().await;
    }
}
