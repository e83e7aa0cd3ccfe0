//! Rate limits and quotas, and their defaults.

/// Rate limits: per minute, or at the same time where a field says so. 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Requests per address; expensive ones count more than once.
    pub requests: u32,
    /// Actions per player.
    pub actions: u32,
    /// Wrong passwords per address and login.
    pub sign_ins: u32,
    /// New guests per address.
    pub guests: u32,
    /// WebSockets open at the same time, per address.
    pub sockets: u32,
    /// Chat messages per address and room.
    pub chats: u32,
    /// Unfinished regattas hosted at the same time, per player.
    pub rooms: u32,
    /// Unfinished regattas hosted at the same time by all players of one address.
    pub address_rooms: u32,
    /// Seconds that Admirals may think for the guests of one address.
    pub thinking: u32,
    /// Connections open at the same time, per address; WebSockets not counted.
    pub connections: u32,
}

impl Default for Rates {
    /// Enough for a school class that shares one address.
    fn default() -> Rates {
        Rates {
            requests: 6000,
            actions: 600,
            sign_ins: 30,
            guests: 60,
            sockets: 200,
            chats: 200,
            rooms: 50,
            address_rooms: 500,
            thinking: 40,
            connections: 200,
        }
    }
}

impl Rates {
    /// No limits.
    pub const OFF: Rates = Rates {
        requests: 0,
        actions: 0,
        sign_ins: 0,
        guests: 0,
        sockets: 0,
        chats: 0,
        rooms: 0,
        address_rooms: 0,
        thinking: 0,
        connections: 0,
    };
}
