//! What players may do in a room: before the start, during the races and after the end.

mod limit;
mod moderation;
mod speech;

use crate::room::{Random, Room, Stage};
use crate::{
    ids::{PlayerId, RegattaId},
    people::{Salt, Seal},
    room::{
        absence::{Gone, PauseReason},
        action::{Refusal, RefusalReason, RoomAction},
        event::{Absence, RoomEvent},
        seat::{Person, Seat},
    },
};
use powerboats_referee::{Decision, Table};
use powerboats_rules::Color;

impl Room {
    /// Checks and carries out a player's action. An empty list means that nothing had to change. `gone` says who is not
    /// connected.
    pub fn act(
        &mut self,
        who: &PlayerId,
        action: &RoomAction,
        seen: Option<u64>,
        now: i64,
        gone: &Gone,
        random: Random,
    ) -> Result<Vec<RoomEvent>, Refusal> {
        if seen.is_some_and(|seen| seen < self.last_game) && matches!(action, RoomAction::Decide(_)) {
            return Err(Refusal::new(
                RefusalReason::Stale,
                "The game has moved on since you last looked. Look again, then decide.",
            ));
        }
        self.check_pace(who, action)?;
        let mut events = Vec::new();
        match action {
            RoomAction::Chat { text } => {
                self.chat(who, text, &mut events)?;
                return Ok(events);
            }
            RoomAction::Phrase { phrase } => {
                let side = self.check_speech(who)?;
                self.emit(&mut events, RoomEvent::Phrase { player: who.clone(), side, phrase: *phrase });
                return Ok(events);
            }
            RoomAction::Mute { player, muted } => {
                self.check_host(who)?;
                self.check_not_closed()?;
                self.mute(player, *muted, &mut events);
                return Ok(events);
            }
            RoomAction::Vote { motion, yes } => return self.vote(who, *motion, *yes, gone, now),
            RoomAction::TakeHost {} => return self.take_host(who, gone, now),
            RoomAction::Transfer(account) => return self.transfer(who, account),
            RoomAction::HandOver(why) => return self.hand_over(who, *why),
            RoomAction::Extend(until) => return self.extend(who, *until),
            RoomAction::Terminate => return self.terminate(),
            RoomAction::Annul => return self.annul(),
            _ => {}
        }
        match &self.stage {
            Stage::Open if self.sealed.is_some() => self.act_sealed(who, action, now, random, &mut events)?,
            Stage::Open => self.act_open(who, action, now, random, &mut events)?,
            Stage::Live(_) => self.act_live(who, action, now, &mut events)?,
            Stage::Over(_) => self.act_over(who, action)?,
            Stage::Closed => self.check_not_closed()?,
        }
        Ok(events)
    }

    fn check_host(&self, who: &PlayerId) -> Result<(), Refusal> {
        if self.host == *who { Ok(()) } else { Err(Refusal::new(RefusalReason::NotHost, "Only the host may do that.")) }
    }

    pub(super) fn check_not_closed(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Closed => Err(Refusal::new(RefusalReason::Over, "This regatta was called off.")),
            Stage::Open | Stage::Live(_) | Stage::Over(_) => Ok(()),
        }
    }

    fn act_open(
        &mut self,
        who: &PlayerId,
        action: &RoomAction,
        now: i64,
        random: Random,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(who);
        let seated = || seat.ok_or_else(not_seated);
        match action {
            RoomAction::Join { color, salt, seal } => {
                self.join(who, *color, salt.as_ref(), seal.as_ref(), random, events)?
            }
            RoomAction::Leave {} => {
                let color = seated()?;
                self.emit(events, RoomEvent::Unseated { color });
                self.replace_host(self.host == *who, events);
            }
            RoomAction::Recolor { color } => {
                let from = seated()?;
                if from != *color {
                    let to = self.free_color(Some(*color))?;
                    self.emit(events, RoomEvent::Recolored { from, to });
                }
            }
            RoomAction::Ready { ready, seal } => {
                self.set_ready(seated()?, *ready, seal.as_ref(), events);
                self.start_if_complete(now, events)?;
            }
            RoomAction::SeatPilot { color, pilot } => {
                self.check_host(who)?;
                let color = self.pilot_seat(*color)?;
                self.emit(events, RoomEvent::PilotSeated { color, pilot: pilot.clone() });
                self.start_if_complete(now, events)?;
            }
            RoomAction::Unseat { color } => {
                self.check_host(who)?;
                self.unseat(who, *color, events)?;
            }
            RoomAction::Start {} => {
                self.check_host(who)?;
                if self.seats.len() < 2 {
                    return Err(Refusal::new(RefusalReason::NotReady, "A regatta needs at least two boats."));
                }
                if !self.all_ready() {
                    return Err(Refusal::new(RefusalReason::NotReady, "Not everyone is ready yet."));
                }
                if !self.has_enough_people() {
                    return Err(super::offer::too_few_people());
                }
                self.start(now, events)?;
            }
            RoomAction::Close {} => {
                self.check_host(who)?;
                self.emit(events, RoomEvent::Closed {});
            }
            RoomAction::Reveal { salt } => self.reveal(seated()?, salt, now, events)?,
            RoomAction::AutoSteer { on } => {
                let color = seated()?;
                self.emit(events, RoomEvent::AutoSteer { color, on: *on });
            }
            RoomAction::Back {} => {
                seated()?;
            }
            RoomAction::Decline {} => {
                if self.reserved().any(|(_, player)| player == who) {
                    self.emit(events, RoomEvent::Declined { player: who.clone() });
                    self.start_if_complete(now, events)?;
                }
            }
            _ => return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet.")),
        }
        Ok(())
    }

    fn join(
        &mut self,
        who: &PlayerId,
        color: Option<Color>,
        salt: Option<&Salt>,
        seal: Option<&Seal>,
        random: Random,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        if self.seat_of(who).is_some() {
            return Err(Refusal::new(RefusalReason::AlreadySeated, "You already have a seat in this regatta."));
        }
        if self.kicked.contains(who) {
            return Err(Refusal::new(RefusalReason::Forbidden, "The host removed you from this regatta."));
        }
        if salt.is_some() && seal.is_some() {
            return Err(Refusal::new(RefusalReason::BadRequest, "Send a salt or a seal, not both."));
        }
        let color = self.free_seat(Some(who), color)?;
        let salt = match (salt, seal) {
            (Some(salt), _) => salt.as_str().to_owned(),
            (None, Some(_)) => String::new(),
            (None, None) => Salt::drawn(random()).as_str().to_owned(),
        };
        let seal = seal.map(|seal| seal.as_str().to_owned());
        self.emit(events, RoomEvent::Joined { color, player: who.clone(), salt, seal });
        Ok(())
    }

    fn set_ready(&mut self, color: Color, ready: bool, seal: Option<&Seal>, events: &mut Vec<RoomEvent>) {
        let seal = seal.map(Seal::as_str).map(str::to_owned);
        let person = self.seats.get(&color).and_then(Seat::person);
        if person.is_some_and(|person| person.ready != ready || seal.is_some() && person.seal != seal) {
            self.emit(events, RoomEvent::Ready { color, ready, seal });
        }
    }

    fn unseat(&mut self, who: &PlayerId, color: Color, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let Some(seat) = self.seats.get(&color) else {
            let reserved = self.reserved().find(|(other, _)| *other == color).map(|(_, player)| player.clone());
            let Some(player) = reserved else {
                return Err(Refusal::new(RefusalReason::NoSeat, format!("The {color} seat is empty.")));
            };
            self.emit(events, RoomEvent::Declined { player });
            return Ok(());
        };
        let removed = match seat.person().map(|person| person.player.clone()) {
            Some(player) if player != *who => RoomEvent::Kicked { color, player },
            _ => RoomEvent::Unseated { color },
        };
        self.emit(events, removed);
        Ok(())
    }

    /// Actions while everyone is ready but some salts are still hidden.
    fn act_sealed(
        &mut self,
        who: &PlayerId,
        action: &RoomAction,
        now: i64,
        random: Random,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(who);
        match action {
            RoomAction::Reveal { salt } => self.reveal(seat.ok_or_else(not_seated)?, salt, now, events)?,
            RoomAction::Leave {} => self.unseal(vec![seat.ok_or_else(not_seated)?], random, now, events),
            RoomAction::Close {} => {
                self.check_host(who)?;
                self.emit(events, RoomEvent::Closed {});
            }
            RoomAction::AutoSteer { on } => {
                let color = seat.ok_or_else(not_seated)?;
                self.emit(events, RoomEvent::AutoSteer { color, on: *on });
            }
            RoomAction::Back {} | RoomAction::Ready { ready: true, seal: None } | RoomAction::Start {}
                if seat.is_some() => {}
            _ => {
                let sealed = "Everyone is ready. The race starts as soon as all salts are revealed.";
                return Err(Refusal::new(RefusalReason::AlreadyStarted, sealed));
            }
        }
        Ok(())
    }

    fn mute(&mut self, player: &PlayerId, muted: bool, events: &mut Vec<RoomEvent>) {
        if self.muted.contains(player) != muted {
            self.emit(events, RoomEvent::Muted { player: player.clone(), muted });
        }
    }

    fn act_live(
        &mut self,
        who: &PlayerId,
        action: &RoomAction,
        now: i64,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let Some(color) = self.seat_of(who) else {
            return Err(Refusal::new(
                RefusalReason::NotSeated,
                "You have no seat in this regatta. You can only watch.",
            ));
        };
        if self.resigned().contains(&color) {
            return Err(Refusal::new(RefusalReason::NotSeated, "You have resigned. You can only watch."));
        }
        self.check_not_dropped(color)?;
        if self.paused.is_some() && matches!(action, RoomAction::Decide(_) | RoomAction::Resign {}) {
            return Err(Refusal::new(RefusalReason::Paused, "The game is paused. Resume it first."));
        }
        match action {
            RoomAction::Decide(decision) => {
                let turn = self.table().and_then(Table::turn);
                if turn != Some(color) {
                    let whose = turn.map_or_else(
                        || "It is nobody's turn now.".to_owned(),
                        |turn| format!("It is {turn}'s turn, not yours."),
                    );
                    return Err(Refusal::new(RefusalReason::NotYourTurn, whose));
                }
                if self.is_late(color, now) {
                    return Err(Refusal::new(
                        RefusalReason::TimedOut,
                        "Your time is up. A pilot is playing this turn for you.",
                    ));
                }
                let in_break = self.break_until.is_some();
                // A refused decision changes nothing, so the player's return is recorded only after it was accepted.
                self.play(color, *decision, false, now, events)?;
                let mut back = Vec::new();
                self.come_back(color, &mut back);
                events.splice(0..0, back);
                if in_break {
                    self.set_ready(color, true, None, events);
                }
            }
            RoomAction::Ready { ready: true, seal: None } if self.break_until.is_some() => {
                self.come_back(color, events);
                self.set_ready(color, true, None, events);
            }
            // The break may just be over.
            RoomAction::Ready { ready: true, seal: None } => self.come_back(color, events),
            RoomAction::Resume {} => self.resume(who, now, events)?,
            RoomAction::Resign {} => self.resign(color, now, events)?,
            RoomAction::Plan { plan } => {
                if plan
                    .as_ref()
                    .is_some_and(|plan| plan.steer.len() > 3 || matches!(plan.first, Decision::Steer { .. }))
                {
                    return Err(Refusal::new(
                        RefusalReason::BadRequest,
                        "A plan must begin with dice or a start place, and may have up to three headings.",
                    ));
                }
                self.come_back(color, events);
                self.emit(events, RoomEvent::Planned { color, plan: plan.clone() });
            }
            RoomAction::AutoSteer { on } => self.emit(events, RoomEvent::AutoSteer { color, on: *on }),
            // The salt is revealed already. The client may have missed the answer.
            RoomAction::Reveal { .. } => {}
            RoomAction::Back {} => {
                self.come_back(color, events);
                if self.paused.is_some_and(|pause| pause.why == PauseReason::Absent) {
                    self.go_on_after_pause(now, events);
                }
            }
            RoomAction::Leave {} => {
                let left = |person: &Person| person.away && person.absence == Absence::Left;
                if self.person(color).is_some_and(|person| !left(person)) {
                    self.emit(events, RoomEvent::TakenOver { color, why: Absence::Left });
                }
            }
            _ => return Err(Refusal::new(RefusalReason::AlreadyStarted, "The regatta has already started.")),
        }
        Ok(())
    }

    pub(super) fn come_back(&mut self, color: Color, events: &mut Vec<RoomEvent>) {
        if self.person(color).is_some_and(|person| person.away || person.timeouts > 0) {
            self.emit(events, RoomEvent::Back { color });
        }
    }

    fn act_over(&self, who: &PlayerId, action: &RoomAction) -> Result<(), Refusal> {
        match action {
            // The rematch is a room of its own; the room's actor opens it.
            RoomAction::Rematch {} if self.seat_of(who).is_some() => Ok(()),
            RoomAction::Rematch {} => {
                Err(Refusal::new(RefusalReason::NotSeated, "Only players of this regatta can ask for a rematch."))
            }
            RoomAction::Leave {} | RoomAction::Back {} | RoomAction::Resume {} => Ok(()),
            _ => Err(Refusal::new(RefusalReason::Over, "The regatta is over.")),
        }
    }

    /// Records that a rematch was opened.
    pub fn record_rematch(&mut self, regatta: RegattaId) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        self.emit(&mut events, RoomEvent::Rematch { regatta });
        events
    }
}

pub(super) fn not_seated() -> Refusal {
    Refusal::new(RefusalReason::NotSeated, "You have no seat in this regatta.")
}
