//! Connections that keep the server waiting are closed in time and make room for others.

use crate::test_server::{TestDatabase, TestServer, unlimited};
use powerboats_server::config::{Config, Rates};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

async fn connect(server: &TestServer, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything the server sends until it closes the connection, and how long that took.
async fn read(mut stream: TcpStream, most: u64) -> (String, Duration) {
    let (began, mut bytes) = (Instant::now(), vec![]);
    let read = tokio::time::timeout(Duration::from_secs(most), stream.read_to_end(&mut bytes)).await;
    let _reset = read.expect("it is closed in time");
    (String::from_utf8_lossy(&bytes).into_owned(), began.elapsed())
}

async fn open(rates: Rates) -> TestServer {
    TestServer::open(TestDatabase::sqlite(), Config { rates, ..unlimited() }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn incomplete_requests_make_room_for_others() {
    let server = open(Rates { connections: 20, ..Rates::OFF }).await;
    let mut held = vec![];
    for number in 0..100 {
        let text = if number % 2 == 0 { "GET /api/me HTTP/1.1\r\nHost: x\r\n" } else { "" };
        held.push(connect(&server, text).await);
        if number % 10 == 0 {
            let began = Instant::now();
            server.visitor().get("/healthz").await.is(200);
            assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
        }
    }
    let mut closed = 0;
    for stream in &mut held[..50] {
        closed += u32::from(tokio::time::timeout(Duration::from_millis(1), stream.read_u8()).await.is_ok());
    }
    assert_eq!(closed, 50, "the oldest are closed");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_connections_are_closed_in_time() {
    let server = open(Rates::OFF).await;
    let body = "POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"na";
    let (nothing, half, late, idle) = (
        connect(&server, "").await,
        connect(&server, "GET /healthz HTTP/1.1\r\nHost: x\r\n").await,
        connect(&server, body).await,
        connect(&server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await,
    );
    let whole = tokio::spawn(async move {
        let mut idle = idle;
        let mut bytes = vec![0; 4096];
        let first = idle.read(&mut bytes).await.unwrap();
        assert!(String::from_utf8_lossy(&bytes[..first]).contains("200 OK"));
        tokio::time::sleep(Duration::from_secs(13)).await;
        // An idle connection is not an incomplete request, so it may continue.
        idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        read(idle, 30).await.0
    });
    let (nothing, half, late) = tokio::join!(read(nothing, 40), read(half, 40), read(late, 80));
    for (text, took) in [&nothing, &half] {
        assert_eq!(text, "");
        assert!((9..=30).contains(&took.as_secs()), "{took:?}");
    }
    assert!(late.0.starts_with("HTTP/1.1 400") && late.0.contains("incomplete"), "{late:?}");
    assert!(whole.await.unwrap().contains("200 OK"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_connections_do_not_delay_the_shutdown() {
    let server = open(Rates::OFF).await;
    let held = [connect(&server, "").await, connect(&server, "GET / HTTP/1.1\r\n").await];
    let idle = server.visitor();
    idle.get("/healthz").await.is(200);
    let began = Instant::now();
    server.close().await;
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    drop(held);
}
