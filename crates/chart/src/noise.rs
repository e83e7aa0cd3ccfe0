//! Reproducible noise: numbers hashed from a lake and a place.

use crate::plane::Point;
use powerboats_rules::Lake;

/// A source of noise.
#[derive(Clone, Copy)]
pub(crate) struct Noise(u64);

impl Noise {
    /// The noise of this lake. The same lake always gives the same noise.
    pub fn of(lake: &Lake) -> Noise {
        let symbols = lake.rows().join("\n");
        // The FNV-1a hash.
        Noise(
            symbols.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    /// A short hash of the lake.
    pub fn digest(self) -> u32 {
        (self.0 ^ self.0 >> 32) as u32
    }

    /// An independent source for another purpose.
    pub fn salted(self, salt: u64) -> Noise {
        Noise(mix(self.0 ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// White noise: a value from 0 to 1 for each cell, independent of its neighbours.
    pub fn pick(self, i: i32, j: i32) -> f64 {
        let place = (i as u32 as u64) << 32 | j as u32 as u64;
        (mix(self.0 ^ mix(place)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Smooth noise between −1 and 1, with features about `scale` wide.
    pub fn at(self, (x, y): Point, scale: f64) -> f64 {
        let (x, y) = (x / scale, y / scale);
        let (i, j) = (x.floor(), y.floor());
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        let (u, v) = (ease(x - i), ease(y - j));
        let corner = |di: i32, dj: i32| self.pick(i as i32 + di, j as i32 + dj) * 2.0 - 1.0;
        let row = |dj| corner(0, dj) + (corner(1, dj) - corner(0, dj)) * u;
        row(0) + (row(1) - row(0)) * v
    }
}

/// The final mix of SplitMix64.
fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
