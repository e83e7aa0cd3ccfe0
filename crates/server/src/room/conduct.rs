//! What people may do in a room: before the start, while it is sailed, and after the end.

use super::{Random, Room, Stage};
use crate::{
    action::{Action, Refusal, Why},
    event::{Side, What},
    ids::{PlayerId, RegattaId},
    people::{Salt, Seal},
    seat::Seat,
    text::visible_text,
};
use powerboats_referee::{Decision, Table};
use powerboats_rules::Color;

/// Messages of one player in a room.
const PLAYER_CHATS: u32 = 2000;
/// Messages of one spectator.
const SPECTATOR_CHATS: u32 = 200;
/// Messages of all spectators together: whoever opens the room later has to read them all.
const ALL_SPECTATOR_CHATS: u32 = 2000;

impl Room {
    /// Does what a player wants, if it may be. An empty list: it is so already.
    pub fn act(
        &mut self,
        who: &PlayerId,
        action: &Action,
        seen: Option<u64>,
        now: i64,
        random: Random,
    ) -> Result<Vec<What>, Refusal> {
        if seen.is_some_and(|seen| seen < self.last_game) && action.decision().is_some() {
            return Err(Refusal::new(Why::Stale, "The game has gone on since you looked."));
        }
        let mut whats = Vec::new();
        match action {
            Action::Chat { text } => {
                self.chat(who, text, &mut whats)?;
                return Ok(whats);
            }
            Action::Mute { player, muted } => {
                self.check_host(who)?;
                self.check_not_closed()?;
                self.mute(player, *muted, &mut whats);
                return Ok(whats);
            }
            _ => {}
        }
        match &self.stage {
            Stage::Open if self.sealed.is_some() => self.act_sealed(who, action, now, random, &mut whats)?,
            Stage::Open => self.act_before(who, action, now, random, &mut whats)?,
            Stage::Live(_) => self.act_live(who, action, now, &mut whats)?,
            Stage::Over(_) => self.act_after(who, action)?,
            Stage::Closed => self.check_not_closed()?,
        }
        Ok(whats)
    }

    fn check_host(&self, who: &PlayerId) -> Result<(), Refusal> {
        if self.host == *who { Ok(()) } else { Err(Refusal::new(Why::NotHost, "Only the host may do that.")) }
    }

    fn check_not_closed(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Closed => Err(Refusal::new(Why::Over, "This regatta was called off.")),
            Stage::Open | Stage::Live(_) | Stage::Over(_) => Ok(()),
        }
    }

    fn chat(&mut self, who: &PlayerId, text: &str, whats: &mut Vec<What>) -> Result<(), Refusal> {
        self.check_not_closed()?;
        if self.muted.contains(who) {
            return Err(Refusal::new(Why::Muted, "The host asked you to be quiet."));
        }
        let text = text.trim();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(Refusal::new(Why::BadRequest, "A message has 1 to 500 characters."));
        }
        visible_text(text).map_err(|hidden| Refusal::new(Why::BadRequest, format!("{hidden}.")))?;
        let side = if self.seat_of(who).is_some() { Side::Players } else { Side::Spectators };
        let said = self.chats.get(who).copied().unwrap_or(0);
        let too_many = match side {
            Side::Players => said >= PLAYER_CHATS,
            Side::Spectators => said >= SPECTATOR_CHATS || self.spectator_chats >= ALL_SPECTATOR_CHATS,
        };
        if too_many {
            return Err(Refusal::new(Why::TooMany, "There are too many messages in this regatta already."));
        }
        self.happen(whats, What::Chat { player: who.clone(), side, text: text.to_owned() });
        Ok(())
    }

    fn act_before(
        &mut self,
        who: &PlayerId,
        action: &Action,
        now: i64,
        random: Random,
        whats: &mut Vec<What>,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(who);
        let seated = || seat.ok_or_else(not_seated);
        match action {
            Action::Join { color, salt, seal } => {
                if seat.is_some() {
                    return Err(Refusal::new(Why::AlreadySeated, "You have a seat here already."));
                }
                if self.kicked.contains(who) {
                    return Err(Refusal::new(Why::Forbidden, "The host sent you away from this regatta."));
                }
                if salt.is_some() && seal.is_some() {
                    return Err(Refusal::new(Why::BadRequest, "Send a salt or a seal, not both."));
                }
                let color = self.free_seat(*color)?;
                let salt = match (salt, seal) {
                    (Some(salt), _) => salt.as_str().to_owned(),
                    (None, Some(_)) => String::new(),
                    (None, None) => Salt::drawn(random()).as_str().to_owned(),
                };
                let seal = seal.as_ref().map(|seal| seal.as_str().to_owned());
                self.happen(whats, What::Joined { color, player: who.clone(), salt, seal });
            }
            Action::Leave {} => {
                let color = seated()?;
                self.happen(whats, What::Unseated { color });
                self.replace_host(self.host == *who, whats);
            }
            Action::Recolor { color } => {
                let from = seated()?;
                if from != *color {
                    let to = self.free_color(Some(*color))?;
                    self.happen(whats, What::Recolored { from, to });
                }
            }
            Action::Ready { ready, seal } => {
                let color = seated()?;
                let seal = seal.as_ref().map(Seal::as_str).map(str::to_owned);
                let person = self.seats.get(&color).and_then(Seat::person);
                if person.is_some_and(|person| person.ready != *ready || seal.is_some() && person.seal != seal) {
                    self.happen(whats, What::Ready { color, ready: *ready, seal });
                }
                if self.seats.len() == usize::from(self.settings.seats) && self.all_ready() {
                    self.start(now, whats)?;
                }
            }
            Action::SeatPilot { color, pilot } => {
                self.check_host(who)?;
                let color = self.free_seat(*color)?;
                self.happen(whats, What::PilotSeated { color, pilot: pilot.clone() });
                if self.seats.len() == usize::from(self.settings.seats) && self.any_ready() && self.all_ready() {
                    self.start(now, whats)?;
                }
            }
            Action::Unseat { color } => {
                self.check_host(who)?;
                let Some(seat) = self.seats.get(color) else {
                    return Err(Refusal::new(Why::NoSeat, format!("Nobody sits at {color}.")));
                };
                let gone = match seat.person().map(|person| person.player.clone()) {
                    Some(player) if player != *who => What::Kicked { color: *color, player },
                    _ => What::Unseated { color: *color },
                };
                self.happen(whats, gone);
            }
            Action::Start {} => {
                self.check_host(who)?;
                if self.seats.len() < 2 {
                    return Err(Refusal::new(Why::NotReady, "A regatta needs at least two boats."));
                }
                if !self.all_ready() {
                    return Err(Refusal::new(Why::NotReady, "Not everybody is ready yet."));
                }
                self.start(now, whats)?;
            }
            Action::Close {} => {
                self.check_host(who)?;
                self.happen(whats, What::Closed {});
            }
            Action::Reveal { salt } => self.reveal(seated()?, salt, now, whats)?,
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

    /// Everybody is ready, and some salts are still hidden.
    fn act_sealed(
        &mut self,
        who: &PlayerId,
        action: &Action,
        now: i64,
        random: Random,
        whats: &mut Vec<What>,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(who);
        match action {
            Action::Reveal { salt } => self.reveal(seat.ok_or_else(not_seated)?, salt, now, whats)?,
            Action::Leave {} => self.unseal(vec![seat.ok_or_else(not_seated)?], random, now, whats),
            Action::Close {} => {
                self.check_host(who)?;
                self.happen(whats, What::Closed {});
            }
            Action::AutoSteer { on } => {
                let color = seat.ok_or_else(not_seated)?;
                self.happen(whats, What::AutoSteer { color, on: *on });
            }
            Action::Back {} | Action::Ready { ready: true, seal: None } | Action::Start {} if seat.is_some() => {}
            _ => {
                let sealed = "Everybody is ready: the race begins as soon as all salts are revealed.";
                return Err(Refusal::new(Why::AlreadyStarted, sealed));
            }
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

    fn act_live(&mut self, who: &PlayerId, action: &Action, now: i64, whats: &mut Vec<What>) -> Result<(), Refusal> {
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
                if self.is_late(color, now) {
                    return Err(Refusal::new(Why::TimedOut, "Your time was up: a pilot plays this turn for you."));
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
            // The salt was revealed already; its answer may have been lost.
            Action::Reveal { .. } => {}
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

    fn act_after(&self, who: &PlayerId, action: &Action) -> Result<(), Refusal> {
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

fn not_seated() -> Refusal {
    Refusal::new(Why::NotSeated, "You have no seat here.")
}
