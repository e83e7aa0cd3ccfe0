//! Whether a message still makes sense when it is to be sent.

use super::choices::{MessageChannel, MessageChoices, MessageKind};
use super::reader::remind_at;
use crate::{
    ids::PlayerId,
    room::{Room, Stage, seat::Person},
    store::OutboxRow,
};

/// A turn that ends sooner than this, in milliseconds, is over before anybody reads a mail.
const SHORT_TURN: i64 = 15 * 60_000;

/// A planned turn is carried out at once. If the plan can't be, the player is told after this many milliseconds.
const PLAN_PAUSE: i64 = 2_000;

/// What to do with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relevance {
    Send,
    /// Look again at this time.
    Wait(i64),
    Drop(&'static str),
}

impl Relevance {
    /// Judges a message about a room as it is now.
    pub fn of(
        room: &Room,
        row: &OutboxRow,
        kind: MessageKind,
        channel: MessageChannel,
        choices: &MessageChoices,
        now: i64,
    ) -> Relevance {
        let player = &row.player;
        let reserved = || matches!(room.stage, Stage::Open) && room.reserved().any(|(_, other)| other == player);
        let seated = room.seat_of(player).is_some();
        let when = |sensible: bool| if sensible { Relevance::Send } else { Relevance::Drop("it is over") };
        match kind {
            MessageKind::Turn | MessageKind::Reminder => of_turn(room, row, kind, channel, choices, now),
            MessageKind::Challenge => when(reserved()),
            MessageKind::Table => when(reserved() || seated && matches!(room.stage, Stage::Live(_))),
            MessageKind::Over => when(seated && matches!(room.stage, Stage::Over(_))),
            MessageKind::Digest => Relevance::Send,
        }
    }
}

/// The person who decides now, if it is this player.
fn deciding<'a>(room: &'a Room, player: &PlayerId) -> Option<&'a Person> {
    let Stage::Live(table) = &room.stage else { return None };
    let person = room.seats.get(&table.turn()?)?.person()?;
    let decides = person.player == *player && !person.away && !person.stand_in && room.paused.is_none();
    decides.then_some(person)
}

fn of_turn(
    room: &Room,
    row: &OutboxRow,
    kind: MessageKind,
    channel: MessageChannel,
    choices: &MessageChoices,
    now: i64,
) -> Relevance {
    let same_turn = room.turn_began == Some(row.seq.cast_unsigned());
    let Some(person) = deciding(room, &row.player).filter(|_| same_turn) else {
        return Relevance::Drop("it is no longer the player's turn");
    };
    if person.plan.is_some() {
        return Relevance::Wait(now + PLAN_PAUSE);
    }
    let deadline = room.timer.deadline();
    if kind == MessageKind::Reminder {
        return match deadline
            .and_then(|deadline| Some((deadline, choices.in_time(remind_at(room.settings.clock, deadline)?, deadline))))
        {
            None => Relevance::Drop("no time runs out"),
            Some((deadline, _)) if deadline <= now => Relevance::Drop("the time is up"),
            Some((_, remind)) if remind > now => Relevance::Wait(remind),
            Some(_) => Relevance::Send,
        };
    }
    if channel == MessageChannel::Mail && deadline.is_some_and(|deadline| deadline - now < SHORT_TURN) {
        return Relevance::Drop("the turn is too short for a mail");
    }
    Relevance::Send
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ids::RegattaId,
        notify::choices::QuietHours,
        room::{absence::Gone, action::RoomAction},
    };
    use powerboats_referee::Secret;
    use serde_json::json;

    const HOUR: i64 = 3_600_000;

    struct Test {
        room: Room,
        players: [PlayerId; 2],
        choices: MessageChoices,
    }

    impl Test {
        /// A regatta of two that has begun at time 0.
        fn begun(clock: &serde_json::Value) -> Test {
            let players = [PlayerId::random(), PlayerId::random()];
            let settings = serde_json::from_value(json!({"seats": 2, "clock": clock})).unwrap();
            let secret = Secret::new([9; 32]);
            let (room, events) = Room::open(RegattaId::random(), secret, settings, players[0].clone(), Vec::new(), 0);
            let mut test = Test { room, players, choices: MessageChoices::default() };
            test.room.number(events, None, 0);
            for who in [0, 1] {
                test.act(who, json!({"type": "join"}));
            }
            for who in [0, 1] {
                test.act(who, json!({"type": "ready", "ready": true}));
            }
            test
        }

        fn act(&mut self, who: usize, action: serde_json::Value) {
            let action: RoomAction = serde_json::from_value(action).unwrap();
            let player = self.players[who].clone();
            let events = self.room.act(&player, &action, None, 0, &Gone::default(), &mut || [5; 32]).unwrap();
            self.room.number(events, None, 0);
        }

        fn mover(&self) -> usize {
            let turn = self.room.table().unwrap().turn().unwrap();
            usize::from(self.room.seat_of(&self.players[1]) == Some(turn))
        }

        fn judge(&self, who: usize, kind: MessageKind, channel: MessageChannel, now: i64) -> Relevance {
            let row = OutboxRow {
                id: String::new(),
                player: self.players[who].clone(),
                channel: channel.as_str().to_owned(),
                target: String::new(),
                kind: kind.as_str().to_owned(),
                regatta: self.room.id.to_string(),
                seq: self.room.turn_began.unwrap().cast_signed(),
                at: 0,
                due: 0,
                attempts: 0,
            };
            Relevance::of(&self.room, &row, kind, channel, &self.choices, now)
        }
    }

    #[test]
    fn a_player_is_reminded_when_a_quarter_of_the_time_is_left() {
        let test = Test::begun(&json!({"type": "correspondence", "hours": 24}));
        let mover = test.mover();
        let judge = |now| test.judge(mover, MessageKind::Reminder, MessageChannel::Mail, now);
        assert_eq!(judge(0), Relevance::Wait(18 * HOUR));
        assert_eq!(judge(18 * HOUR), Relevance::Send);
        assert!(matches!(judge(24 * HOUR), Relevance::Drop(_)), "too late");
        let other = test.judge(1 - mover, MessageKind::Reminder, MessageChannel::Mail, 18 * HOUR);
        assert!(matches!(other, Relevance::Drop(_)), "it is not their turn");
        let live = Test::begun(&json!({"type": "live", "turn": 60, "bank": 60}));
        assert!(matches!(live.judge(live.mover(), MessageKind::Reminder, MessageChannel::Push, 0), Relevance::Drop(_)));
    }

    /// The regatta begins at midnight in the zone of the player, and 24 hours later time is up.
    #[test]
    fn a_player_whose_time_is_up_in_quiet_hours_is_reminded_before_them() {
        let mut test = Test::begun(&json!({"type": "correspondence", "hours": 24}));
        let mover = test.mover();
        let evening = QuietHours { from: 17 * 60, until: 60 };
        test.choices.quiet = Some(evening);
        let judge = |test: &Test, now| test.judge(mover, MessageKind::Reminder, MessageChannel::Mail, now);
        let before = 17 * HOUR - 60_000;
        assert_eq!(judge(&test, 2 * HOUR), Relevance::Wait(before));
        assert_eq!(judge(&test, before), Relevance::Send);
        test.choices.quiet = Some(QuietHours { until: 23 * 60, ..evening });
        assert_eq!(judge(&test, 2 * HOUR), Relevance::Wait(18 * HOUR), "there is an hour left after quiet hours");
    }

    #[test]
    fn a_turn_is_told_once_and_not_if_it_was_planned() {
        let mut test = Test::begun(&json!({"type": "correspondence", "hours": 24}));
        let mover = test.mover();
        let place = test.room.table().unwrap().race().unwrap().free_places()[0].to_string();
        let plan = json!({"type": "plan", "plan": {"first": {"type": "place", "at": place, "heading": "E"}}});
        assert_eq!(test.judge(mover, MessageKind::Turn, MessageChannel::Push, 0), Relevance::Send);
        assert!(matches!(test.judge(1 - mover, MessageKind::Turn, MessageChannel::Push, 0), Relevance::Drop(_)));
        let mut planned =
            Test { room: test.room.clone(), players: test.players.clone(), choices: MessageChoices::default() };
        let other = 1 - mover;
        planned.act(other, plan);
        planned.act(mover, json!({"type": "place", "at": place_after(&test.room, 1), "heading": "E"}));
        assert_eq!(planned.judge(other, MessageKind::Turn, MessageChannel::Push, 7), Relevance::Wait(7 + PLAN_PAUSE));
        let before = test.room.turn_began;
        test.act(mover, json!({"type": "place", "at": place, "heading": "E"}));
        assert_ne!(test.room.turn_began, before, "another turn has begun");
        assert!(matches!(test.judge(mover, MessageKind::Turn, MessageChannel::Push, 0), Relevance::Drop(_)));
    }

    fn place_after(room: &Room, skip: usize) -> String {
        room.table().unwrap().race().unwrap().free_places()[skip].to_string()
    }

    #[test]
    fn short_turns_are_not_told_by_mail() {
        let test = Test::begun(&json!({"type": "live", "turn": 60, "bank": 60}));
        let mover = test.mover();
        assert!(matches!(test.judge(mover, MessageKind::Turn, MessageChannel::Mail, 0), Relevance::Drop(_)));
        assert_eq!(test.judge(mover, MessageKind::Turn, MessageChannel::Push, 0), Relevance::Send);
        assert!(matches!(test.judge(mover, MessageKind::Over, MessageChannel::Push, 0), Relevance::Drop(_)));
    }
}
