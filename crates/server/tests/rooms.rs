//! Rooms, as their players see them: everything told can be followed again, and nothing refused changes anything.

use powerboats_pilots::{Crew, Library};
use powerboats_referee::{Decision, Happening, Secret, fair};
use powerboats_rules::{Color, replay};
use powerboats_server::{
    action::{Action, Why},
    event::{Event, Plan, What},
    ids::{PlayerId, RegattaId},
    room::{Next, Room, Stage},
    settings::{Clock, PilotName, Settings},
};
use std::sync::Arc;

/// What was told at a time, and by whose action.
type Told = (Vec<Event>, Option<(PlayerId, String)>);

/// A room, its log, and a clock that a test can turn.
struct Club {
    room: Room,
    log: Vec<Told>,
    now: i64,
    library: Arc<Library>,
    acts: u64,
}

fn secret() -> Secret {
    Secret::new([9; 32])
}

impl Club {
    fn open(settings: &str, host: &PlayerId) -> Club {
        let settings: Settings = serde_json::from_str(settings).expect("settings");
        let (room, whats) = Room::open(RegattaId::random(), secret(), settings, host.clone(), 1000);
        let mut club = Club { room, log: Vec::new(), now: 1000, library: Library::new(), acts: 0 };
        club.tell(whats, None);
        club
    }

    fn tell(&mut self, whats: Vec<What>, by: Option<(PlayerId, String)>) -> Vec<What> {
        let events = self.room.number(whats.clone(), by.clone(), self.now);
        self.log.push((events, by));
        whats
    }

    fn act(&mut self, who: &PlayerId, action: &str) -> Result<Vec<What>, Why> {
        let action: Action = serde_json::from_str(action).expect("an action");
        self.acts += 1;
        let whats = self.room.act(who, &action, None, self.now).map_err(|refusal| refusal.code)?;
        Ok(self.tell(whats, Some((who.clone(), self.acts.to_string()))))
    }

    fn must(&mut self, who: &PlayerId, action: &str) -> Vec<What> {
        self.act(who, action).unwrap_or_else(|why| panic!("{action}: {why:?}"))
    }

    /// Lets the room do what it does by itself, until it waits.
    fn settle(&mut self) -> Vec<What> {
        let mut told = Vec::new();
        loop {
            let whats = match self.room.next(self.now) {
                Next::Wait(_) => return told,
                Next::GoOn => self.room.go_on(self.now),
                Next::Ask(color, crew) => {
                    let decision =
                        self.room.table().and_then(|table| table.ask(&crew, &self.library)).expect("decides");
                    self.room.play_for(color, decision, self.now)
                }
            };
            assert!(!whats.is_empty(), "a room that goes on tells something");
            told.extend(self.tell(whats, None));
        }
    }

    /// The room as it would be after the server was restarted.
    fn reloaded(&self) -> Room {
        let json = serde_json::to_string(&self.log.iter().map(|(events, _)| events).collect::<Vec<_>>()).expect("JSON");
        let events: Vec<Vec<Event>> = serde_json::from_str(&json).expect("reads what it wrote");
        let log = events.into_iter().zip(self.log.iter().map(|(_, by)| by.clone()));
        Room::follow(self.room.id.clone(), secret(), log).expect("follows")
    }

    fn turn(&self) -> Color {
        self.room.table().and_then(|table| table.turn()).expect("somebody's turn")
    }

    /// What a Skipper would do for whoever has the turn, as an action.
    fn advice(&self) -> Decision {
        self.room.table().and_then(|table| table.ask(&Crew::Skipper, &self.library)).expect("somebody decides")
    }
}

fn text(decision: Decision) -> String {
    serde_json::to_string(&decision).expect("JSON")
}

const TWO: &str = r#"{"seats": 2, "races": 1}"#;

fn two_players(settings: &str) -> (Club, [(Color, PlayerId); 2]) {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut club = Club::open(settings, &ann);
    club.must(&ann, r#"{"type": "join", "color": "red", "salt": "a"}"#);
    club.must(&ben, r#"{"type": "join", "color": "white", "salt": "b"}"#);
    club.must(&ann, r#"{"type": "ready", "ready": true}"#);
    club.must(&ben, r#"{"type": "ready", "ready": true}"#);
    (club, [(Color::Red, ann), (Color::White, ben)])
}

fn who(players: &[(Color, PlayerId); 2], color: Color) -> PlayerId {
    players.iter().find(|(seat, _)| *seat == color).expect("sits").1.clone()
}

#[test]
fn a_regatta_of_people_and_pilots_is_sailed_to_its_end_and_its_dice_verify() {
    let ann = PlayerId::random();
    let mut club = Club::open(r#"{"seats": 3, "races": 2, "sides": "mixed"}"#, &ann);
    club.must(&ann, r#"{"type": "join", "color": "black", "salt": "grain"}"#);
    club.must(&ann, r#"{"type": "seat-pilot", "pilot": "skipper"}"#);
    club.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    let started = club.must(&ann, r#"{"type": "ready", "ready": true}"#);
    assert!(started.iter().any(|what| matches!(what, What::Started {})), "all are there and ready: it starts");
    while let Stage::Live(_) = club.room.stage {
        club.settle();
        if let Stage::Live(_) = club.room.stage {
            let decision = text(club.advice());
            club.must(&ann, &decision);
        }
    }
    assert_eq!(club.act(&ann, r#"{"type": "dice", "hold": [], "count": 1}"#), Err(Why::Over));
    let told = club.log.iter().flat_map(|(events, _)| events).any(|event| matches!(event.what, What::Secret { .. }));
    assert!(told, "the secret is told at the end");
    let tags = fair::tags(&club.room.commitment(), club.room.told_secret(), &club.room.salts());
    let record = club
        .room
        .table()
        .expect("a table")
        .record(tags, |color| powerboats_rules::OneLine::new(color.name()).expect("a name"));
    let book = replay(&record.to_string()).expect("by the rules");
    assert!(fair::verify(book.record()).expect("fair") > 10);
}

#[test]
fn a_room_is_the_same_after_a_restart_wherever_that_happens() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 60}}"#);
    for step in 0..60 {
        club.now += 7_000;
        let reloaded = club.reloaded();
        assert_eq!(format!("{:?}", reloaded.seats), format!("{:?}", club.room.seats));
        assert_eq!(format!("{:?}", reloaded.timer), format!("{:?}", club.room.timer));
        assert_eq!(reloaded.table(), club.room.table(), "step {step}");
        assert_eq!(reloaded.seq, club.room.seq);
        if step % 5 == 0 {
            club.room = reloaded;
        }
        if !matches!(club.room.stage, Stage::Live(_)) {
            break;
        }
        let (who, decision) = (who(&players, club.turn()), text(club.advice()));
        club.must(&who, &decision);
    }
}

#[test]
fn nobody_acts_for_another_and_what_is_refused_changes_nothing() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let other = who(&players, if turn == Color::Red { Color::White } else { Color::Red });
    let stranger = PlayerId::random();
    let before = format!("{:?}", club.room);
    let decision = text(club.advice());
    assert_eq!(club.act(&other, &decision), Err(Why::NotYourTurn));
    assert_eq!(club.act(&stranger, &decision), Err(Why::NotSeated));
    assert_eq!(club.act(&stranger, r#"{"type": "leave"}"#), Err(Why::NotSeated));
    assert_eq!(club.act(&stranger, r#"{"type": "back"}"#), Err(Why::NotSeated));
    assert_eq!(club.act(&who(&players, turn), r#"{"type": "steer", "to": "left"}"#), Err(Why::WrongPhase));
    assert_eq!(
        club.act(&who(&players, turn), r#"{"type": "place", "at": "a1", "heading": "E"}"#),
        Err(Why::IllegalPlace)
    );
    assert_eq!(club.act(&other, r#"{"type": "start"}"#), Err(Why::AlreadyStarted));
    assert_eq!(club.act(&other, r#"{"type": "rematch"}"#), Err(Why::AlreadyStarted));
    assert_eq!(format!("{:?}", club.room), before);
}

#[test]
fn before_the_start_seats_are_taken_changed_and_left() {
    let (ann, ben, cy) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let mut club = Club::open(TWO, &ann);
    club.must(&ann, r#"{"type": "join"}"#);
    assert_eq!(club.room.seat_of(&ann), Some(Color::Orange));
    assert_eq!(club.act(&ann, r#"{"type": "join"}"#), Err(Why::AlreadySeated));
    assert_eq!(club.act(&ben, r#"{"type": "join", "color": "orange"}"#), Err(Why::SeatTaken));
    assert_eq!(club.act(&ben, r#"{"type": "seat-pilot", "pilot": "captain"}"#), Err(Why::NotHost));
    club.must(&ben, r#"{"type": "join", "color": "purple"}"#);
    assert_eq!(club.act(&cy, r#"{"type": "join"}"#), Err(Why::NoSeat));
    assert_eq!(club.act(&ann, r#"{"type": "start"}"#), Err(Why::NotReady));
    club.must(&ben, r#"{"type": "recolor", "color": "red"}"#);
    assert_eq!(club.room.seat_of(&ben), Some(Color::Red));
    let told = club.must(&ann, r#"{"type": "leave"}"#);
    assert_eq!(told[1], What::Hosted { host: ben.clone() }, "somebody has to decide");
    club.must(&ben, r#"{"type": "leave"}"#);
    assert!(matches!(club.room.stage, Stage::Closed), "nobody is left");
    assert_eq!(club.act(&ann, r#"{"type": "join"}"#), Err(Why::Over));
}

#[test]
fn when_time_is_up_a_pilot_plays_and_after_three_turns_it_keeps_the_seat() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    let placing = club.turn();
    // The first placing has a minute at least: somebody may still be on their way.
    club.now += 89_999;
    assert_eq!(club.settle(), vec![]);
    club.now += 1;
    let told = club.settle();
    assert_eq!(told[0], What::TimedOut { color: placing });
    let placed =
        |what: &What| matches!(what, What::Game { happening: Happening::Placed { color, .. } } if *color == placing);
    assert!(told.iter().any(placed));
    let other = if placing == Color::Red { Color::White } else { Color::Red };
    assert_eq!(club.room.timer.banks()[&placing], 0);
    // The other goes on by themselves; whoever sleeps loses three turns, and then the seat.
    for _ in 0..20 {
        if club.turn() == placing {
            club.now += 20_000;
            club.settle();
        } else {
            let decision = text(club.advice());
            club.must(&who(&players, other), &decision);
            club.settle();
        }
        if club.room.seats[&placing].person().is_some_and(|person| person.away) {
            break;
        }
    }
    let person = club.room.seats[&placing].person().expect("still theirs").clone();
    assert!(person.away);
    assert_eq!(person.timeouts, 3);
    let told = club.must(&who(&players, placing), r#"{"type": "back"}"#);
    assert_eq!(told, [What::Back { color: placing }]);
    assert!(matches!(club.room.next(club.now), Next::Wait(Some(_))), "their own time runs again");
}

#[test]
fn the_bank_is_drawn_on_only_after_the_turns_own_time() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    for _ in 0..2 {
        let (who, decision) = (who(&players, club.turn()), text(club.advice()));
        club.must(&who, &decision);
    }
    let turn = club.turn();
    club.now += 15_000;
    let decision = text(club.advice());
    club.must(&who(&players, turn), &decision); // dice
    club.now += 12_000;
    let decision = text(club.advice());
    club.must(&who(&players, turn), &decision); // and steering: 27 s for both
    assert_eq!(club.room.timer.banks()[&turn], 23_000);
    assert_eq!(club.room.timer.deadline(), Some(club.now + 50_000));
}

#[test]
fn a_clock_does_not_run_while_the_server_is_down() {
    let (mut club, _) = two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 24}}"#);
    let deadline = club.room.timer.deadline().expect("it runs");
    assert_eq!(club.room.set_deadline(Some(deadline)), vec![]);
    let told = club.room.set_deadline(Some(deadline + 5000));
    assert!(matches!(told[..], [What::Clock { until: Some(until), .. }] if until == deadline + 5000));
    assert_eq!(club.room.timer.deadline(), Some(deadline + 5000));
}

#[test]
fn a_plan_is_carried_out_if_legal_and_dropped_with_a_word_if_not() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let other = if turn == Color::Red { Color::White } else { Color::Red };
    let Decision::Place { at, heading } = club.advice() else { panic!("a place") };
    let plan = |first: Decision| {
        serde_json::to_string(&Action::Plan { plan: Some(Plan { first, steer: vec![] }) }).expect("JSON")
    };
    // Both want the same place: the other's plan can't be carried out.
    let told = club.must(&who(&players, other), &plan(Decision::Place { at, heading }));
    assert!(matches!(told[..], [What::Planned { .. }]));
    club.must(&who(&players, turn), &text(Decision::Place { at, heading }));
    let told = club.settle();
    assert!(matches!(&told[..], [What::PlanDropped { color, .. }] if *color == other), "{told:?}");
    // A plan for dice and heading is a whole turn.
    let decision = text(club.advice());
    club.must(&who(&players, other), &decision);
    let first = club.turn();
    let waits = if first == Color::Red { Color::White } else { Color::Red };
    let whole = r#"{"type": "plan", "plan": {"first": {"type": "dice", "hold": [], "count": 1}, "steer": ["left", "straight", "right"]}}"#;
    club.must(&who(&players, waits), whole);
    for _ in 0..2 {
        let decision = text(club.advice());
        club.must(&who(&players, first), &decision);
    }
    let told = club.settle();
    assert!(
        told.iter()
            .any(|what| matches!(what, What::Game { happening: Happening::Rolled { color, .. } } if *color == waits))
    );
    assert!(
        told.iter()
            .any(|what| matches!(what, What::Game { happening: Happening::Moved { color, .. } } if *color == waits))
    );
    assert_eq!(club.turn(), first);
    assert!(club.room.seats[&waits].person().is_some_and(|person| person.plan.is_none()));
}

#[test]
fn a_heading_without_a_choice_steers_itself_if_the_player_wishes() {
    let (mut club, players) = two_players(TWO);
    for (_, player) in &players {
        club.must(player, r#"{"type": "auto-steer", "on": true}"#);
    }
    let mut forced = 0;
    while let Stage::Live(table) = &club.room.stage {
        let steering = table.state().expect("a race").phase == powerboats_referee::PhaseView::Steer;
        let options = table.race().map_or(0, |race| race.steer_options().len());
        if steering && options == 1 {
            forced += 1;
            let told = club.settle();
            assert!(matches!(told[0], What::Game { happening: Happening::Moved { .. } }));
        } else {
            let (who, decision) = (who(&players, club.turn()), text(club.advice()));
            club.must(&who, &decision);
        }
        if club.room.seq > 2000 {
            break;
        }
    }
    assert!(forced > 0, "it happens in every race");
}

#[test]
fn somebody_who_leaves_is_replaced_until_they_come_back() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let told = club.must(&who(&players, turn), r#"{"type": "leave"}"#);
    assert_eq!(told, [What::TakenOver { color: turn }]);
    assert!(matches!(club.room.next(club.now), Next::Ask(color, Crew::Captain) if color == turn));
    let decision = text(club.advice());
    let told = club.must(&who(&players, turn), &decision);
    assert_eq!(told[0], What::Back { color: turn }, "doing something is coming back");
    assert!(matches!(told[1], What::Game { .. }));
}

#[test]
fn a_stale_decision_is_refused_and_a_decision_sent_twice_acts_once() {
    let (mut club, players) = two_players(TWO);
    let player = who(&players, club.turn());
    let seen = club.room.seq;
    let decision: Action = serde_json::from_str(&text(club.advice())).expect("an action");
    let refusal = club.room.act(&player, &decision, Some(1), club.now).unwrap_err();
    assert_eq!(refusal.code, Why::Stale);
    let whats = club.room.act(&player, &decision, Some(seen), club.now).expect("fresh");
    club.tell(whats, Some((player.clone(), "mine".to_owned())));
    assert_eq!(club.room.done(&player, "mine"), Some(club.room.seq));
    assert_eq!(club.reloaded().done(&player, "mine"), Some(club.room.seq), "after a restart too");
    assert_eq!(club.room.done(&PlayerId::random(), "mine"), None);
}

#[test]
fn players_and_spectators_talk_apart_and_can_be_silenced() {
    let (mut club, players) = two_players(TWO);
    let (ann, ben, eve) = (players[0].1.clone(), players[1].1.clone(), PlayerId::random());
    let told = club.must(&ben, r#"{"type": "chat", "text": " hello "}"#);
    assert!(told[0].whom().includes(Some(Color::Red)));
    assert!(!told[0].whom().includes(None));
    let told = club.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    assert!(!told[0].whom().includes(Some(Color::Red)));
    let mute = format!(r#"{{"type": "mute", "player": "{eve}", "muted": true}}"#);
    assert_eq!(club.act(&ben, &mute), Err(Why::NotHost));
    club.must(&ann, &mute);
    assert_eq!(club.act(&eve, r#"{"type": "chat", "text": "go red"}"#), Err(Why::Muted));
    club.must(&ann, &mute.replace("true", "false"));
    club.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    let long = format!(r#"{{"type": "chat", "text": "{}"}}"#, "x".repeat(501));
    assert_eq!(club.act(&eve, &long), Err(Why::BadRequest));
}

#[test]
fn settings_that_cannot_be_are_told_apart() {
    let fault = |text: &str| serde_json::from_str::<Settings>(text).ok().and_then(|settings| settings.fault());
    assert_eq!(fault(TWO), None);
    for bad in [
        r#"{"seats": 1}"#,
        r#"{"seats": 7}"#,
        r#"{"seats": 3, "races": 0}"#,
        r#"{"seats": 3, "races": 4}"#,
        r#"{"seats": 2, "scoring": "classic"}"#,
        r#"{"seats": 2, "clock": {"type": "live", "turn": 0, "bank": 0}}"#,
        r#"{"seats": 2, "clock": {"type": "correspondence", "hours": 721}}"#,
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    assert!(serde_json::from_str::<Settings>(r#"{"seats": 2, "wind": 3}"#).is_err());
    assert!(serde_json::from_str::<PilotName>(r#""pirate""#).is_err());
    assert_eq!(Clock::None {}.times(), None);
}
