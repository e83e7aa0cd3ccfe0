//! A room: one regatta with its seats, from the first who comes to the end. Pure: no store, no clock, no network.
//!
//! Whatever is done in a room is told as a list of [`What`]s; following these again gives the same room.

use crate::{
    action::{Action, Refusal, Why},
    event::{Event, Plan, Side, What},
    ids::{PlayerId, RegattaId, random_text},
    seat::{Person, Seat},
    settings::{PilotName, Settings},
    timer::Timer,
};
use powerboats_pilots::Crew;
use powerboats_referee::{Decision, FairDice, Happening, Secret, Setup, Table, fair::Salts};
use powerboats_rules::{Color, OneLine, Phase, Seats};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How far it is.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Players come and go.
    Open,
    /// It is sailed.
    Live(Box<Table>),
    /// It was sailed.
    Over(Box<Table>),
    /// It was called off.
    Closed,
}

impl Stage {
    /// `open`, `live`, `over` or `closed`.
    pub fn name(&self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Live(_) => "live",
            Stage::Over(_) => "over",
            Stage::Closed => "closed",
        }
    }
}

/// One regatta and everybody in it.
#[derive(Clone, Debug)]
pub struct Room {
    /// Its number among the server's.
    pub id: RegattaId,
    secret: Secret,
    /// As the host wished.
    pub settings: Settings,
    /// Who decides before the start.
    pub host: PlayerId,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: BTreeMap<Color, Seat>,
    /// Who must not speak.
    pub muted: BTreeSet<PlayerId>,
    /// Where the same players sail again.
    pub rematch: Option<RegattaId>,
    /// How long everybody has.
    pub timer: Timer,
    /// When it was opened.
    pub created: i64,
    /// Of the last event.
    pub seq: u64,
    /// Of the last event on the lake.
    pub last_game: u64,
    /// What each player did, by the client's id, and the last event that came of it.
    done: HashMap<(PlayerId, String), u64>,
}

/// What a room does by itself next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Something it can do at once: [`Room::go_on`].
    GoOn,
    /// A pilot has to be asked: [`Room::play_for`].
    Ask(Color, Crew),
    /// Nothing before this time, or before somebody acts.
    Wait(Option<i64>),
}

/// Who plays when somebody's time is up, or somebody is away.
const STAND_IN: Crew = Crew::Captain;

/// Turns a pilot plays for somebody before it keeps the seat.
const PATIENCE: u8 = 3;

impl Room {
    /// A new one, and what is told of it.
    pub fn open(id: RegattaId, secret: Secret, settings: Settings, host: PlayerId, now: i64) -> (Room, Vec<What>) {
        let created = What::Created { settings: settings.clone(), host: host.clone(), commitment: secret.commitment() };
        let timer = Timer::new(settings.clock);
        let room = Room {
            id,
            secret,
            settings,
            host,
            stage: Stage::Open,
            seats: BTreeMap::new(),
            muted: BTreeSet::new(),
            rematch: None,
            timer,
            created: now,
            seq: 0,
            last_game: 0,
            done: HashMap::new(),
        };
        (room, vec![created])
    }

    /// SHA-256 of the secret of the dice.
    pub fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// The secret of the dice, once it may be told.
    pub fn told_secret(&self) -> Option<&Secret> {
        matches!(self.stage, Stage::Over(_)).then_some(&self.secret)
    }

    /// What each player added to the dice.
    pub fn salts(&self) -> Salts {
        let salt = |(color, seat): (&Color, &Seat)| Some((*color, OneLine::new(seat.person()?.salt.clone())?));
        self.seats.iter().filter_map(salt).collect()
    }

    /// The table, once the lake is laid.
    pub fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Live(table) | Stage::Over(table) => Some(table),
            Stage::Open | Stage::Closed => None,
        }
    }

    /// Where somebody sits.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Color> {
        let sits = |(_, seat): &(&Color, &Seat)| seat.person().is_some_and(|person| person.player == *player);
        self.seats.iter().find(sits).map(|(color, _)| *color)
    }

    /// What came of an action with this id, if it was done before.
    pub fn done(&self, player: &PlayerId, action: &str) -> Option<u64> {
        self.done.get(&(player.clone(), action.to_owned())).copied()
    }

    /// Numbers what happened.
    pub fn number(&mut self, whats: Vec<What>, by: Option<(PlayerId, String)>, now: i64) -> Vec<Event> {
        let events: Vec<Event> = (self.seq + 1..).zip(whats).map(|(seq, what)| Event { seq, at: now, what }).collect();
        self.count(&events, by);
        events
    }

    fn count(&mut self, events: &[Event], by: Option<(PlayerId, String)>) {
        self.seq += events.len() as u64;
        let on_lake = |event: &&Event| matches!(event.what, What::Game { .. });
        self.last_game = events.iter().rev().find(on_lake).map_or(self.last_game, |event| event.seq);
        if let Some(by) = by {
            self.done.insert(by, self.seq);
        }
    }

    /// Follows what was stored: the room as it was, with its dice, ready to go on.
    pub fn follow(
        id: RegattaId,
        secret: Secret,
        log: impl IntoIterator<Item = (Vec<Event>, Option<(PlayerId, String)>)>,
    ) -> Result<Room, String> {
        let mut room: Option<Room> = None;
        for (events, by) in log {
            for event in &events {
                match (&mut room, &event.what) {
                    (None, What::Created { settings, host, .. }) => {
                        room = Some(Room::open(id.clone(), secret.clone(), settings.clone(), host.clone(), event.at).0);
                    }
                    (Some(room), What::Game { happening }) => room.follow_game(happening)?,
                    (Some(room), what) => room.apply(what),
                    (None, _) => return Err("the log does not begin at the beginning".to_owned()),
                }
            }
            if let Some(room) = &mut room {
                room.count(&events, by);
            }
        }
        let mut room = room.ok_or("the log is empty")?;
        let dice = FairDice::new(&room.secret, &room.salts());
        if let Stage::Live(table) = &mut room.stage {
            table.take_dice(dice);
        }
        Ok(room)
    }

    fn follow_game(&mut self, happening: &Happening) -> Result<(), String> {
        match &mut self.stage {
            Stage::Live(table) => table.follow(happening).map_err(|fault| fault.message)?,
            _ => {
                let table = Table::follow_lake(happening).map_err(|fault| fault.message)?;
                self.stage = Stage::Live(Box::new(table));
            }
        }
        self.played(happening);
        Ok(())
    }

    /// What a happening on the lake means for the seats.
    fn played(&mut self, happening: &Happening) {
        match happening {
            Happening::Placed { color, .. } | Happening::Moved { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                    person.stand_in = false;
                }
            }
            Happening::Over { .. } => {
                if let Stage::Live(table) = std::mem::replace(&mut self.stage, Stage::Closed) {
                    self.stage = Stage::Over(table);
                }
            }
            _ => {}
        }
    }

    fn person(&mut self, color: Color) -> Option<&mut Person> {
        self.seats.get_mut(&color).and_then(Seat::person_mut)
    }

    /// Lets something happen that is not on the lake.
    fn apply(&mut self, what: &What) {
        match what {
            What::Joined { color, player, salt } => {
                self.seats.insert(*color, Seat::Person(Person::new(player.clone(), salt.clone())));
            }
            What::PilotSeated { color, pilot } => {
                self.seats.insert(*color, Seat::Pilot(pilot.clone()));
            }
            What::Unseated { color } => {
                self.seats.remove(color);
            }
            What::Recolored { from, to } => {
                if let Some(seat) = self.seats.remove(from) {
                    self.seats.insert(*to, seat);
                }
            }
            What::Ready { color, ready } => {
                if let Some(person) = self.person(*color) {
                    person.ready = *ready;
                }
            }
            What::Hosted { host } => self.host = host.clone(),
            What::Clock { color, until, banks } => self.timer.run(*color, *until, banks),
            What::TimedOut { color } => {
                if let Some(person) = self.person(*color) {
                    person.timeouts = person.timeouts.saturating_add(1);
                    person.stand_in = true;
                }
                self.timer.empty(*color);
            }
            What::TakenOver { color } => {
                if let Some(person) = self.person(*color) {
                    person.away = true;
                    person.plan = None;
                }
            }
            What::Back { color } => {
                if let Some(person) = self.person(*color) {
                    (person.away, person.stand_in, person.timeouts) = (false, false, 0);
                }
            }
            What::Planned { color, plan } => {
                if let Some(person) = self.person(*color) {
                    person.plan = plan.clone();
                }
            }
            What::PlanDropped { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                }
            }
            What::AutoSteer { color, on } => {
                if let Some(person) = self.person(*color) {
                    person.auto_steer = *on;
                }
            }
            What::Muted { player, muted: true } => drop(self.muted.insert(player.clone())),
            What::Muted { player, muted: false } => drop(self.muted.remove(player)),
            What::Rematch { regatta } => self.rematch = Some(regatta.clone()),
            What::Closed {} => self.stage = Stage::Closed,
            What::Created { .. } | What::Started {} | What::Game { .. } | What::Chat { .. } | What::Secret { .. } => {}
        }
    }

    fn happen(&mut self, whats: &mut Vec<What>, what: What) {
        self.apply(&what);
        whats.push(what);
    }

    /// Does what a player wants, if it may be. An empty list: it is so already.
    pub fn act(&mut self, who: &PlayerId, action: &Action, seen: Option<u64>, now: i64) -> Result<Vec<What>, Refusal> {
        if seen.is_some_and(|seen| seen < self.last_game) && action.decision().is_some() {
            return Err(Refusal::new(Why::Stale, "The game has gone on since you looked."));
        }
        let mut whats = Vec::new();
        if let Action::Chat { text } = action {
            self.chat(who, text, &mut whats)?;
            return Ok(whats);
        }
        match &self.stage {
            Stage::Open => self.act_before(who, action, now, &mut whats)?,
            Stage::Live(_) => self.act_live(who, action, now, &mut whats)?,
            Stage::Over(_) => self.act_after(who, action)?,
            Stage::Closed => return Err(Refusal::new(Why::Over, "This regatta was called off.")),
        }
        Ok(whats)
    }

    fn chat(&mut self, who: &PlayerId, text: &str, whats: &mut Vec<What>) -> Result<(), Refusal> {
        if self.muted.contains(who) {
            return Err(Refusal::new(Why::Muted, "The host asked you to be quiet."));
        }
        let text = text.trim();
        if text.is_empty() || text.chars().count() > 500 || text.contains(|c: char| c.is_control() && c != '\n') {
            return Err(Refusal::new(Why::BadRequest, "A message has 1 to 500 characters."));
        }
        let side = if self.seat_of(who).is_some() { Side::Players } else { Side::Spectators };
        self.happen(whats, What::Chat { player: who.clone(), side, text: text.to_owned() });
        Ok(())
    }

    fn act_before(&mut self, who: &PlayerId, action: &Action, now: i64, whats: &mut Vec<What>) -> Result<(), Refusal> {
        let seat = self.seat_of(who);
        let seated = || seat.ok_or_else(|| Refusal::new(Why::NotSeated, "You have no seat here."));
        let host = || {
            let refusal = Refusal::new(Why::NotHost, "Only the host may do that.");
            if self.host == *who { Ok(()) } else { Err(refusal) }
        };
        match action {
            Action::Join { color, salt } => {
                if seat.is_some() {
                    return Err(Refusal::new(Why::AlreadySeated, "You have a seat here already."));
                }
                let color = self.free_seat(*color)?;
                let salt = read_salt(salt.as_deref())?;
                self.happen(whats, What::Joined { color, player: who.clone(), salt });
            }
            Action::Leave {} => {
                let color = seated()?;
                self.happen(whats, What::Unseated { color });
                let another = self.seats.values().find_map(|seat| seat.person().map(|person| person.player.clone()));
                match another {
                    Some(another) if self.host == *who => self.happen(whats, What::Hosted { host: another }),
                    None => self.happen(whats, What::Closed {}),
                    Some(_) => {}
                }
            }
            Action::Recolor { color } => {
                let from = seated()?;
                if from != *color {
                    let to = self.free_color(Some(*color))?;
                    self.happen(whats, What::Recolored { from, to });
                }
            }
            Action::Ready { ready } => {
                let color = seated()?;
                if self.person(color).is_some_and(|person| person.ready != *ready) {
                    self.happen(whats, What::Ready { color, ready: *ready });
                }
                if self.seats.len() == usize::from(self.settings.seats) && self.all_ready() {
                    self.start(now, whats)?;
                }
            }
            Action::SeatPilot { color, pilot } => {
                host()?;
                let color = self.free_seat(*color)?;
                self.happen(whats, What::PilotSeated { color, pilot: pilot.clone() });
                if self.seats.len() == usize::from(self.settings.seats) && self.any_ready() && self.all_ready() {
                    self.start(now, whats)?;
                }
            }
            Action::Unseat { color } => {
                host()?;
                if !self.seats.contains_key(color) {
                    return Err(Refusal::new(Why::NoSeat, format!("Nobody sits at {color}.")));
                }
                self.happen(whats, What::Unseated { color: *color });
            }
            Action::Start {} => {
                host()?;
                if self.seats.len() < 2 {
                    return Err(Refusal::new(Why::NotReady, "A regatta needs at least two boats."));
                }
                if !self.all_ready() {
                    return Err(Refusal::new(Why::NotReady, "Not everybody is ready yet."));
                }
                self.start(now, whats)?;
            }
            Action::Close {} => {
                host()?;
                self.happen(whats, What::Closed {});
            }
            Action::Mute { player, muted } => {
                host()?;
                self.mute(player, *muted, whats);
            }
            Action::AutoSteer { on } => {
                let color = seated()?;
                self.happen(whats, What::AutoSteer { color, on: *on });
            }
            Action::Back {} => {
                seated()?;
            }
            _ => return Err(Refusal::new(Why::NotStarted, "The regatta has not begun yet.")),
        }
        Ok(())
    }

    fn mute(&mut self, player: &PlayerId, muted: bool, whats: &mut Vec<What>) {
        if self.muted.contains(player) != muted {
            self.happen(whats, What::Muted { player: player.clone(), muted });
        }
    }

    fn free_seat(&self, wish: Option<Color>) -> Result<Color, Refusal> {
        if self.seats.len() >= usize::from(self.settings.seats) {
            return Err(Refusal::new(Why::NoSeat, "All seats are taken."));
        }
        self.free_color(wish)
    }

    fn free_color(&self, wish: Option<Color>) -> Result<Color, Refusal> {
        let free = |color: &Color| !self.seats.contains_key(color);
        match wish {
            Some(color) if free(&color) => Ok(color),
            Some(color) => Err(Refusal::new(Why::SeatTaken, format!("Somebody sits at {color} already."))),
            None => Color::ALL.into_iter().find(free).ok_or_else(|| Refusal::new(Why::NoSeat, "All seats are taken.")),
        }
    }

    fn all_ready(&self) -> bool {
        self.seats.values().all(|seat| seat.person().is_none_or(|person| person.ready))
    }

    /// With pilots alone nothing starts by itself.
    fn any_ready(&self) -> bool {
        self.seats.values().any(|seat| seat.person().is_some_and(|person| person.ready))
    }

    fn start(&mut self, now: i64, whats: &mut Vec<What>) -> Result<(), Refusal> {
        let seats = Seats::new(self.seats.keys().copied());
        let seats = seats.map_err(|error| Refusal::new(Why::NotReady, error.to_string()))?;
        let Settings { sides, races, .. } = self.settings;
        let setup = Setup { seats, sides, scoring: self.settings.scoring(seats.len()), races };
        let (table, story) = Table::open(&setup, FairDice::new(&self.secret, &self.salts()))?;
        self.happen(whats, What::Started {});
        self.stage = Stage::Live(Box::new(table));
        whats.extend(story.into_iter().map(|happening| What::Game { happening }));
        self.timer.fill(self.seats.iter().filter(|(_, seat)| seat.person().is_some()).map(|(color, _)| *color));
        self.turn_over(now, whats);
        Ok(())
    }

    fn act_live(&mut self, who: &PlayerId, action: &Action, now: i64, whats: &mut Vec<What>) -> Result<(), Refusal> {
        if let Action::Mute { player, muted } = action {
            if self.host != *who {
                return Err(Refusal::new(Why::NotHost, "Only the host may do that."));
            }
            self.mute(player, *muted, whats);
            return Ok(());
        }
        let Some(color) = self.seat_of(who) else {
            return Err(Refusal::new(Why::NotSeated, "You have no seat here: you can watch."));
        };
        match action {
            Action::Place { .. } | Action::Dice { .. } | Action::Steer { .. } => {
                let turn = self.table().and_then(Table::turn);
                if turn != Some(color) {
                    let whose =
                        turn.map_or_else(|| "It is nobody's turn".to_owned(), |turn| format!("It is {turn}'s turn"));
                    return Err(Refusal::new(Why::NotYourTurn, format!("{whose}, not yours.")));
                }
                let decision = action.decision().ok_or_else(|| Refusal::new(Why::BadRequest, "No decision."))?;
                // A refused decision changes nothing, so the return is told only after it is accepted.
                self.play(color, decision, now, whats)?;
                let mut back = Vec::new();
                self.come_back(color, &mut back);
                whats.splice(0..0, back);
            }
            Action::Plan { plan } => {
                if plan
                    .as_ref()
                    .is_some_and(|plan| plan.steer.len() > 3 || matches!(plan.first, Decision::Steer { .. }))
                {
                    return Err(Refusal::new(Why::BadRequest, "A plan is dice or a place, and up to three headings."));
                }
                self.come_back(color, whats);
                self.happen(whats, What::Planned { color, plan: plan.clone() });
            }
            Action::AutoSteer { on } => self.happen(whats, What::AutoSteer { color, on: *on }),
            Action::Back {} => self.come_back(color, whats),
            Action::Leave {} => {
                if self.person(color).is_some_and(|person| !person.away) {
                    self.happen(whats, What::TakenOver { color });
                }
            }
            _ => return Err(Refusal::new(Why::AlreadyStarted, "The regatta has begun already.")),
        }
        Ok(())
    }

    fn come_back(&mut self, color: Color, whats: &mut Vec<What>) {
        if self.person(color).is_some_and(|person| person.away || person.timeouts > 0) {
            self.happen(whats, What::Back { color });
        }
    }

    fn act_after(&mut self, who: &PlayerId, action: &Action) -> Result<(), Refusal> {
        match action {
            // The rematch itself is another room; whoever runs the rooms opens it.
            Action::Rematch {} if self.seat_of(who).is_some() => Ok(()),
            Action::Rematch {} => Err(Refusal::new(Why::NotSeated, "You did not play here.")),
            Action::Leave {} | Action::Back {} => Ok(()),
            _ => Err(Refusal::new(Why::Over, "The regatta is over.")),
        }
    }

    /// A rematch was opened.
    pub fn rematched(&mut self, regatta: RegattaId) -> Vec<What> {
        let mut whats = Vec::new();
        self.happen(&mut whats, What::Rematch { regatta });
        whats
    }

    /// Nobody has come for long.
    pub fn forget(&mut self) -> Vec<What> {
        let mut whats = Vec::new();
        if let Stage::Open = self.stage {
            self.happen(&mut whats, What::Closed {});
        }
        whats
    }

    /// Plays a decision of this seat and tells all that comes of it.
    fn play(&mut self, color: Color, decision: Decision, now: i64, whats: &mut Vec<What>) -> Result<(), Refusal> {
        let Stage::Live(table) = &mut self.stage else {
            return Err(Refusal::new(Why::NotStarted, "The regatta has not begun yet."));
        };
        let story = table.decide(color, decision)?;
        for happening in story {
            self.played(&happening);
            whats.push(What::Game { happening });
        }
        if let Stage::Over(_) = self.stage {
            whats.push(What::Secret { secret: self.secret.reveal() });
        }
        if !matches!(decision, Decision::Dice { .. }) {
            self.turn_over(now, whats);
        }
        Ok(())
    }

    /// A turn has ended: the next player's time runs.
    fn turn_over(&mut self, now: i64, whats: &mut Vec<What>) {
        let Some(table) = self.table() else { return };
        let placing = table.race().is_some_and(|race| matches!(race.phase(), Phase::Place(_)) && race.number() == 1);
        let turn = table.turn();
        let person = turn.is_some_and(|color| self.seats.get(&color).is_some_and(|seat| seat.person().is_some()));
        if let Some(clock) = self.timer.next(turn, person, placing, now) {
            self.happen(whats, clock);
        }
    }

    /// What the room does by itself next.
    pub fn next(&self, now: i64) -> Next {
        let Stage::Live(table) = &self.stage else { return Next::Wait(None) };
        let Some(color) = table.turn() else { return Next::Wait(None) };
        match self.seats.get(&color) {
            Some(Seat::Pilot(PilotName(crew))) => Next::Ask(color, crew.clone()),
            Some(Seat::Person(person)) if person.away || person.stand_in => Next::Ask(color, STAND_IN),
            Some(Seat::Person(person)) => {
                let due = self.timer.deadline().is_some_and(|deadline| deadline <= now);
                let forced = person.auto_steer && only_option(table).is_some();
                if person.plan.is_some() || forced || due { Next::GoOn } else { Next::Wait(self.timer.deadline()) }
            }
            None => Next::Ask(color, STAND_IN),
        }
    }

    /// Carries out a plan, takes a heading without a choice, or sees that time is up.
    pub fn go_on(&mut self, now: i64) -> Vec<What> {
        let mut whats = Vec::new();
        let Stage::Live(table) = &self.stage else { return whats };
        let (Some(color), forced) = (table.turn(), only_option(table)) else { return whats };
        let steering = table.race().is_some_and(|race| matches!(race.phase(), Phase::Steer(..)));
        let Some(Seat::Person(person)) = self.seats.get(&color) else { return whats };
        let (plan, auto) = (person.plan.clone(), person.auto_steer);
        match (plan, forced) {
            (Some(plan), _) => self.carry_out(color, plan, steering, now, &mut whats),
            (None, Some(to)) if auto => drop(self.play(color, Decision::Steer { to }, now, &mut whats)),
            _ if self.timer.deadline().is_some_and(|deadline| deadline <= now) => {
                self.happen(&mut whats, What::TimedOut { color });
                if self.person(color).is_some_and(|person| person.timeouts >= PATIENCE) {
                    self.happen(&mut whats, What::TakenOver { color });
                }
            }
            _ => {}
        }
        whats
    }

    fn carry_out(&mut self, color: Color, plan: Plan, steering: bool, now: i64, whats: &mut Vec<What>) {
        if !steering {
            if let Err(refusal) = self.play(color, plan.first, now, whats) {
                self.happen(whats, What::PlanDropped { color, reason: refusal.message });
            }
            return;
        }
        let mut reason = None;
        for to in &plan.steer {
            match self.play(color, Decision::Steer { to: *to }, now, whats) {
                Ok(()) => return,
                Err(refusal) => reason = Some(refusal.message),
            }
        }
        match reason {
            Some(reason) => self.happen(whats, What::PlanDropped { color, reason }),
            None => self.happen(whats, What::Planned { color, plan: None }),
        }
    }

    /// A pilot has decided for this seat; nothing if somebody else was quicker.
    pub fn play_for(&mut self, color: Color, decision: Decision, now: i64) -> Vec<What> {
        let mut whats = Vec::new();
        if matches!(self.next(now), Next::Ask(asked, _) if asked == color) {
            drop(self.play(color, decision, now, &mut whats));
        }
        whats
    }

    /// The server was down: nobody's time ran meanwhile.
    pub fn set_deadline(&mut self, deadline: Option<i64>) -> Vec<What> {
        let mut whats = Vec::new();
        if let (Stage::Live(_), Some(clock)) = (&self.stage, self.timer.moved_to(deadline)) {
            self.happen(&mut whats, clock);
        }
        whats
    }
}

fn only_option(table: &Table) -> Option<powerboats_rules::Steer> {
    let race = table.race().filter(|race| matches!(race.phase(), Phase::Steer(..)))?;
    match race.steer_options().as_slice() {
        [only] => Some(only.steer),
        _ => None,
    }
}

/// What a player adds to the dice, drawn if they have no wish.
pub fn read_salt(salt: Option<&str>) -> Result<String, Refusal> {
    match salt {
        None => Ok(random_text(26)),
        Some(salt) if (1..=64).contains(&salt.chars().count()) && OneLine::new(salt).is_some() => Ok(salt.to_owned()),
        Some(_) => Err(Refusal::new(Why::BadRequest, "A salt is a line of 1 to 64 characters.")),
    }
}
