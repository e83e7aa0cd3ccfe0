//! Tests of the program as a process: how it serves, stops, is killed, and works together with other nodes.

mod clock;
mod cluster;
mod connections;
mod host;
mod nats;
mod operation;
mod serve;
mod stopping;
mod stream;
mod sync;
