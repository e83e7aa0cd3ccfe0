//! A value for each player.

use powerboats_rules::Color;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};
use std::{fmt, marker::PhantomData};

/// A value for each player, in the order of colours. In JSON it is an object.
///
/// It holds at most six values in a list: the browser would have to load the code of a map for every type of value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByColor<T>(Vec<(Color, T)>);

impl<T> Default for ByColor<T> {
    fn default() -> ByColor<T> {
        ByColor(Vec::new())
    }
}

impl<T> ByColor<T> {
    /// The value of this player.
    pub fn get(&self, color: &Color) -> Option<&T> {
        self.0.iter().find(|(other, _)| other == color).map(|(_, value)| value)
    }

    #[allow(missing_docs)]
    pub fn iter(&self) -> impl Iterator<Item = (&Color, &T)> {
        self.0.iter().map(|(color, value)| (color, value))
    }

    #[allow(missing_docs)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets the value of a player.
    pub fn insert(&mut self, color: Color, value: T) {
        let at = self.0.iter().take_while(|(other, _)| *other < color).count();
        match self.0.get_mut(at) {
            Some(found) if found.0 == color => found.1 = value,
            _ => self.0.insert(at, (color, value)),
        }
    }
}

impl<T> FromIterator<(Color, T)> for ByColor<T> {
    fn from_iter<I: IntoIterator<Item = (Color, T)>>(values: I) -> ByColor<T> {
        let mut all = ByColor::default();
        values.into_iter().for_each(|(color, value)| all.insert(color, value));
        all
    }
}

impl<T> IntoIterator for ByColor<T> {
    type Item = (Color, T);
    type IntoIter = std::vec::IntoIter<(Color, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByColor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<T>, D::Error> {
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = ByColor<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByColor<T>, A::Error> {
        let mut all = ByColor::default();
        while let Some((color, value)) = map.next_entry()? {
            all.insert(color, value);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_order_of_colours_and_the_last_one_counts() {
        let json = r#"{"white":1,"orange":2,"white":3}"#;
        let read: ByColor<u8> = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"orange":2,"white":3}"#);
        assert_eq!((read.get(&Color::White), read.get(&Color::Red)), (Some(&3), None));
        assert_eq!(read, [(Color::White, 3), (Color::Orange, 2)].into_iter().collect());
        assert!(!read.is_empty() && ByColor::<u8>::default().is_empty());
    }
}
