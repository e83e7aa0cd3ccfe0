//! What people may do in a room: before the start, while it is sailed, and after the end.

use super::{Room, Stage};
use crate::{
    action::{Action, Refusal, Why},
    event::{Side, What},
    ids::{PlayerId, RegattaId},
    people::Salt,
    settings::Settings,
};
use powerboats_referee::{Decision, FairDice, Setup, Table};
use powerboats_rules::{Color, Seats};

impl Room {
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
                let salt = salt.clone().unwrap_or_else(Salt::drawn).as_str().to_owned();
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
}
