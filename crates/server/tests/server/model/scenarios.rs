//! What is searched: rooms in which a few things happen at the same time.

use super::{
    logs::{Asked, Logs},
    steps::Model,
};
use crate::test_room::{TWO, TestRoom, text, two_players, who};
use powerboats_referee::Decision;
use powerboats_rules::Color;
use powerboats_server::{
    ids::PlayerId,
    room::action::{RoomAction, Submission},
};

const CLOCK: &str = r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#;

/// A roll of one die, which is legal at the beginning of most turns.
const ROLL: &str = r#"{"type": "dice", "hold": [], "count": 1}"#;

/// A plan for a whole turn that is legal in most turns.
const PLAN: &str = r#"{"type": "plan", "plan":
    {"first": {"type": "dice", "hold": [], "count": 1}, "steer": ["left", "straight", "right"]}}"#;

fn asked(player: &PlayerId, id: &str, action: RoomAction, seen: Option<u64>) -> Asked {
    let submission = Submission { id: id.to_owned(), action, seen };
    Asked { player: player.clone(), submission, tries: 1, after: None }
}

fn chat(player: &PlayerId) -> Asked {
    asked(player, "chat", RoomAction::Chat { text: "hello".to_owned() }, None)
}

/// A decision of a player who has seen everything in this room.
fn decision(player: &PlayerId, decision: Decision, test: &TestRoom) -> Asked {
    asked(player, "decision", RoomAction::Decide(decision), Some(test.room.seq))
}

/// One owner has the room in memory, and one stop can happen.
fn model(test: &TestRoom, asked: [Asked; 2]) -> Model {
    let logs = Logs::new(test, asked.into());
    Model { logs, loaded: 1, clock: false, reader: false, stops: 1, losses: 0, flaw: None }
}

fn copy(test: &TestRoom) -> TestRoom {
    let (room, log, gone) = (test.room.clone(), test.log.clone(), test.gone.clone());
    TestRoom { room, log, gone, courses: test.courses.clone(), ..*test }
}

/// The player whose turn it is, and the other one.
fn in_turn(test: &TestRoom, players: &[(Color, PlayerId); 2]) -> (PlayerId, PlayerId) {
    let other = players.iter().find(|(color, _)| *color != test.turn()).expect("two players");
    (who(players, test.turn()), other.1.clone())
}

/// A player decides, perhaps twice with the same id. Meanwhile the other one chats, and time may run out.
pub fn decision_chat_and_clock() -> Model {
    let (test, players) = two_players(CLOCK);
    let (ann, ben) = in_turn(&test, &players);
    let decision = Asked { tries: 2, ..decision(&ann, test.advice(), &test) };
    Model { clock: true, ..model(&test, [decision, chat(&ben)]) }
}

/// A message is sent again while time runs out.
pub fn chat_and_clock() -> Model {
    let (test, players) = two_players(CLOCK);
    let (ann, ben) = in_turn(&test, &players);
    let nothing = Asked { tries: 0, ..decision(&ann, test.advice(), &test) };
    Model { clock: true, ..model(&test, [Asked { tries: 2, ..chat(&ben) }, nothing]) }
}

/// One player decides, then the other one, whose server may not know yet that it is their turn.
pub fn one_after_the_other() -> Model {
    let (mut test, players) = two_players(TWO);
    let (ann, ben) = in_turn(&test, &players);
    let first = Asked { tries: 2, ..decision(&ann, test.advice(), &test) };
    let begin = copy(&test);
    let place = text(test.advice());
    test.must(&ann, &place);
    let second = Asked { tries: 2, after: Some(0), ..decision(&ben, test.advice(), &test) };
    Model { loaded: 2, ..model(&begin, [first, second]) }
}

/// A player rolls in two windows that don't tell what they have seen. After one roll the room plays on by itself up to the
/// player's next turn, where the other roll would be legal, too.
pub fn two_windows() -> Model {
    let (mut test, players) = two_players(TWO);
    for (_, player) in &players {
        test.must(player, r#"{"type": "auto-steer", "on": true}"#);
    }
    loop {
        test.settle();
        let (ann, ben) = in_turn(&test, &players);
        let before = copy(&test);
        test.must(&ben, PLAN);
        let begin = copy(&test);
        let turn = test.turn();
        if test.act(&ann, ROLL).is_ok() {
            test.settle();
            let entries = test.log.len() - begin.log.len();
            if test.turn() == turn && entries == 4 && test.act(&ann, ROLL).is_ok() {
                let roll: RoomAction = serde_json::from_str(ROLL).expect("an action");
                let rolls = ["one", "two"].map(|id| asked(&ann, id, roll.clone(), None));
                return Model { loaded: 2, stops: 0, ..model(&begin, rolls) };
            }
        }
        test = before;
        let decision = text(test.advice());
        test.must(&ann, &decision);
    }
}

/// A reader on a third server. Messages to it come late, in any order or not at all.
pub fn reader_of_decision_and_chat() -> Model {
    let (test, players) = two_players(CLOCK);
    let (ann, ben) = in_turn(&test, &players);
    let asked = [decision(&ann, test.advice(), &test), Asked { tries: 2, ..chat(&ben) }];
    Model { reader: true, losses: 1, ..model(&test, asked) }
}

/// The same while time runs out.
pub fn reader_of_chat_and_clock() -> Model {
    let (test, players) = two_players(CLOCK);
    let (ann, ben) = in_turn(&test, &players);
    let nothing = Asked { tries: 0, ..decision(&ann, test.advice(), &test) };
    Model { clock: true, reader: true, losses: 1, ..model(&test, [chat(&ben), nothing]) }
}
