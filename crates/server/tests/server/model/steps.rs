//! The steps that can be taken in a state.

use super::{
    Answer, Client, Flaw, Message, Owner, Phase, Reminder, State, Step, Task,
    logs::{BASE, Log, Logs, Time},
};

/// Compare-and-append, the rule of `store/writer/append.rs`: an entry is stored if its first number is 1 or follows the last
/// number of another entry, and if no other entry has the same first or the same last number.
pub fn is_stored(log: &[(u64, u64)], (first, last): (u64, u64)) -> bool {
    let follows = first == 1 || log.iter().any(|entry| entry.1 == first - 1);
    follows && log.iter().all(|entry| entry.0 != first && entry.1 != last)
}

/// What can be chosen for a search.
pub struct Model {
    pub logs: Logs,
    /// Owners at the beginning that have the room in memory.
    pub loaded: usize,
    /// Whether the time of the player whose turn it is can run out.
    pub clock: bool,
    /// Whether there is a reader.
    pub reader: bool,
    /// How often an owner may stop.
    pub stops: u8,
    /// How many messages to the reader may be lost.
    pub losses: u8,
    pub flaw: Option<Flaw>,
}

type Next = Vec<(Step, State)>;

impl Model {
    pub fn start(&self) -> State {
        let owner = |place| if place < self.loaded { Owner::LOADED } else { Owner::DOWN };
        State {
            log: BASE,
            time: Time::Early,
            owners: [owner(0), owner(1)],
            clients: [0, 1].map(|client| Client::Waiting(self.logs.asked(client).tries)),
            orphans: Vec::new(),
            bus: Vec::new(),
            reader: BASE,
            stops: self.stops,
            losses: self.losses,
            broken: None,
        }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// All steps that can be taken. The first ones happen by themselves sooner or later; `certain` is their number.
    pub fn steps(&mut self, state: &State) -> (Next, usize) {
        let mut next = Vec::new();
        let same = state.owners[0] == state.owners[1];
        for place in 0..if same { 1 } else { 2 } {
            self.owner_steps(state, place, &mut next);
        }
        self.reader_steps(state, &mut next);
        let certain = next.len();
        for place in 0..if same { 1 } else { 2 } {
            self.outside_steps(state, place, &mut next);
        }
        if self.clock && state.time == Time::Early {
            next.push((Step::TimeIsUp, State { time: Time::Late, ..state.clone() }));
        }
        for (place, orphan) in state.orphans.iter().enumerate() {
            let mut after = state.clone();
            after.orphans.remove(place);
            if self.append(&mut after, *orphan) {
                // Reminders go on for longer than an entry can be on its way.
                after.owners.iter_mut().filter(|owner| owner.is_up()).for_each(|owner| self.will_remind(owner));
            }
            next.push((Step::LandOrphan(*orphan), after));
        }
        for (_, state) in &mut next {
            self.tidy(state);
        }
        (next, certain)
    }

    /// Makes states equal that do not differ in what can happen.
    fn tidy(&self, state: &mut State) {
        if self.reader {
            let is_new = |log| self.logs.last(log) > self.logs.last(state.reader);
            state.bus.retain(|(Message::Entry(log) | Message::At(log))| is_new(*log));
        } else {
            state.bus.clear();
            state.reader = state.log;
            state.owners.iter_mut().for_each(|owner| owner.reminder = Reminder::No);
        }
        state.bus.sort_unstable();
        state.bus.dedup();
        state.orphans.sort_unstable();
        state.owners.sort_unstable();
    }

    /// Clients send, servers stop and start.
    fn outside_steps(&self, state: &State, place: usize, next: &mut Next) {
        let owner = state.owners[place];
        for client in [0, 1] {
            let asked = self.logs.asked(client);
            let is_its_turn =
                asked.after.is_none_or(|other| matches!(state.clients[usize::from(other)], Client::Answered(_)));
            if let Client::Waiting(tries @ 1..) = state.clients[usize::from(client)]
                && is_its_turn
                && owner.queue & 1 << client == 0
            {
                let mut after = state.clone();
                after.clients[usize::from(client)] = Client::Waiting(tries - 1);
                after.owners[place].queue |= 1 << client;
                next.push((Step::Send { client, to: place }, after));
            }
        }
        if owner.phase == Phase::Down {
            let mut after = state.clone();
            after.owners[place].phase = Phase::Loading(Some(state.log));
            next.push((Step::Start(place), after));
        } else if state.stops > 0 {
            let mut after = State { stops: state.stops - 1, ..state.clone() };
            if let Phase::Appending(_, log) = owner.phase {
                after.orphans.push(log);
            }
            after.owners[place] = Owner::DOWN;
            // The other one sees that, and takes over.
            let other = &mut after.owners[1 - place];
            if other.is_up() && !self.has(Flaw::SilentTakeover) {
                other.reminder = Reminder::Sure;
            }
            next.push((Step::Stop(place), after));
        }
    }

    /// An owner goes on with what it does.
    fn owner_steps(&mut self, state: &State, place: usize, next: &mut Next) {
        let Owner { phase, room, .. } = state.owners[place];
        let mut after = state.clone();
        let owner = &mut after.owners[place];
        match phase {
            Phase::Down => return,
            Phase::Loading(None) => owner.phase = Phase::Loading(Some(state.log)),
            // The row and the end of the log are read at the same moment.
            Phase::Loading(Some(read)) if read == state.log || self.has(Flaw::TornLoad) => {
                (owner.room, owner.row, owner.phase) = (read, Some(state.log), Phase::Idle);
                if !self.has(Flaw::SilentTakeover) {
                    owner.reminder = Reminder::Sure;
                }
            }
            Phase::Loading(Some(_)) => owner.phase = Phase::Loading(None),
            Phase::Arming(task) if room == state.log => {
                owner.row = Some(state.log);
                return self.judge(after, place, task, next);
            }
            Phase::Arming(task) => owner.phase = Phase::Filling(task),
            Phase::Filling(task) => {
                (owner.room, owner.row, owner.phase) = (state.log, None, Phase::Arming(task));
                if !self.has(Flaw::SilentTakeover) {
                    owner.reminder = Reminder::Sure;
                }
            }
            Phase::Checking(Task::Act { client, .. }, answer) if room == state.log => {
                return self.answer(after, place, client, answer, next);
            }
            Phase::Checking(Task::Act { client, seen, .. }, _) => {
                owner.phase = Phase::Filling(Task::Act { client, seen, start: None });
            }
            Phase::Checking(Task::Itself, _) => return,
            Phase::Appending(task, log) => {
                owner.phase = Phase::Conflict(task, log);
                if self.append(&mut after, log) {
                    after.owners[place].phase = Phase::Stored(task, log);
                    after.broken = after.broken.or(self.stale(task, log));
                }
            }
            Phase::Stored(task, log) => return self.stored(after, place, task, log, next),
            Phase::Conflict(task, log) => owner.phase = Phase::Filling(self.overtaken(task, log)),
            Phase::Idle => return self.idle_steps(state, place, next),
        }
        next.push((Step::Go(place), after));
    }

    /// An owner that waits takes an action, acts by itself, hears of an entry, or tells where the room is.
    fn idle_steps(&mut self, state: &State, place: usize, next: &mut Next) {
        let Owner { room, queue, reminder, .. } = state.owners[place];
        for client in (0..2).filter(|client| queue & 1 << client != 0) {
            let mut after = state.clone();
            after.owners[place].queue &= !(1 << client);
            let task = Task::Act { client, seen: self.logs.asked(client).submission.seen, start: None };
            let before = next.len();
            self.begin(after, place, task, next);
            next[before..].iter_mut().for_each(|(step, _)| *step = Step::Take { owner: place, client });
        }
        if self.by_itself(room, state.time).is_some() {
            self.begin(state.clone(), place, Task::Itself, next);
        }
        // With a flaw, a room can have an entry that is not in the log.
        if room != state.log && self.logs.starts_with(state.log, room) {
            let mut after = state.clone();
            (after.owners[place].room, after.owners[place].row) = (self.logs.after(room, state.log), None);
            next.push((Step::Follow(place), after));
        }
        if reminder != Reminder::No {
            next.push((Step::Remind(place), self.remind(state, place)));
        }
    }

    /// Begins a task. A room whose last entry is another server's is armed first.
    fn begin(&mut self, mut state: State, place: usize, task: Task, next: &mut Next) {
        if state.owners[place].row.is_some() {
            return self.judge(state, place, task, next);
        }
        state.owners[place].phase = Phase::Arming(task);
        next.push((Step::Go(place), state));
    }

    fn by_itself(&mut self, room: Log, time: Time) -> Option<Log> {
        self.logs.go_on(room, time).or_else(|| self.logs.pilot(room))
    }

    /// What an owner does with a room that is ready to write, all at one moment.
    fn judge(&mut self, mut state: State, place: usize, task: Task, next: &mut Next) {
        let room = state.owners[place].room;
        let Task::Act { client, seen, start } = task else {
            let log = self.by_itself(room, state.time);
            state.owners[place].phase = log.map_or(Phase::Idle, |log| Phase::Appending(task, log));
            return next.push((Step::ActByItself(place), state));
        };
        let start = start.unwrap_or(room);
        let task = Task::Act { client, seen, start: Some(start) };
        let known = self.logs.done(room, client).filter(|_| start == room || !self.has(Flaw::KnownOnlyOnce));
        let seen = if self.has(Flaw::JudgedAgainUnseen) { self.logs.asked(client).submission.seen } else { seen };
        let mut judged = vec![];
        match (known, self.logs.go_on(room, state.time)) {
            (Some(seq), _) => judged.push((Step::Go(place), Err(Answer::Done(seq)))),
            (None, Some(log)) => judged.push((Step::Go(place), Ok(log))),
            (None, None) => {
                let slow = self.has(Flaw::TwoClockReadings) && self.clock;
                let mut act = |time| self.logs.act(room, client, seen, time).map_err(|_| Answer::Refused);
                judged.push((Step::Go(place), act(state.time)));
                if slow {
                    judged.push((Step::GoSlowly(place), act(Time::Late)));
                }
            }
        }
        for (step, judged) in judged {
            let mut after = state.clone();
            if step == Step::GoSlowly(place) {
                after.time = Time::Late;
            }
            after.owners[place].phase = match judged {
                Ok(log) => Phase::Appending(task, log),
                // If the room has just been stored or loaded, this is the end of the log.
                Err(answer) if start != room || self.has(Flaw::NoHeadCheck) => {
                    self.answer(after, place, client, answer, next);
                    continue;
                }
                Err(answer) => Phase::Checking(task, answer),
            };
            next.push((step, after));
        }
    }

    /// Another server was faster. The action is judged again, but not for a game that has moved on.
    fn overtaken(&self, task: Task, log: Log) -> Task {
        match task {
            Task::Act { client, seen, start: Some(start) } if self.logs.is_by_client(log) => {
                let last_game = self.logs.last_game(start);
                Task::Act { client, seen: Some(seen.unwrap_or(last_game).min(last_game)), start: None }
            }
            task => task,
        }
    }

    /// An owner learns that its entry is stored: it tells the others and goes on.
    fn stored(&mut self, mut state: State, place: usize, task: Task, log: Log, next: &mut Next) {
        let owner = &mut state.owners[place];
        (owner.room, owner.row, owner.phase) = (log, Some(log), Phase::Idle);
        self.will_remind(owner);
        state.bus.push(Message::Entry(log));
        match task {
            Task::Act { client, .. } if self.logs.is_by_client(log) => {
                let answer = Answer::Done(self.logs.last(log));
                self.answer(state, place, client, answer, next);
            }
            Task::Act { .. } => self.judge(state, place, task, next),
            Task::Itself => next.push((Step::Go(place), state)),
        }
    }

    /// An owner answers a client. The answer arrives, or is lost.
    fn answer(&self, mut state: State, place: usize, client: u8, answer: Answer, next: &mut Next) {
        state.owners[place].phase = Phase::Idle;
        let known = &mut state.clients[usize::from(client)];
        match *known {
            Client::Answered(other) => {
                let differs = other != answer;
                state.broken = state.broken.or(differs.then_some("a client got two different answers"));
            }
            Client::Waiting(_) => {
                let mut after = state.clone();
                after.clients[usize::from(client)] = Client::Answered(answer);
                next.push((Step::Go(place), after));
            }
        }
        next.push((Step::GoUnheard(place), state));
    }

    /// An owner tells where the room is some time after the last entry.
    fn will_remind(&self, owner: &mut Owner) {
        let reminder = match self.flaw {
            Some(Flaw::NoReminder) => Reminder::No,
            Some(Flaw::BlindReminder) => Reminder::Blind,
            _ => Reminder::Sure,
        };
        owner.reminder = owner.reminder.max(reminder);
    }

    /// An owner reads what it does not know, and tells where the room is.
    fn remind(&self, state: &State, place: usize) -> State {
        let mut after = state.clone();
        let owner = &mut after.owners[place];
        if owner.room != state.log && owner.reminder == Reminder::Sure {
            (owner.room, owner.row) = (state.log, None);
        }
        owner.reminder = Reminder::No;
        let at = owner.room;
        after.bus.push(Message::At(at));
        after
    }

    /// The store takes an entry, or not.
    fn append(&self, state: &mut State, log: Log) -> bool {
        let (mut spans, span) = (self.logs.spans(state.log), self.logs.span(log));
        if self.has(Flaw::FirstNotUnique) {
            spans.iter_mut().filter(|entry| entry.0 == span.0).for_each(|entry| entry.0 = 0);
        }
        let stored = is_stored(&spans, span);
        if stored {
            let fits = self.logs.parent(log) == state.log;
            state.broken = state.broken.or((!fits).then_some("the log has an overlap or a hole"));
            state.log = log;
        }
        stored
    }

    /// A decision must not be stored if the game has moved on since it was made.
    fn stale(&self, task: Task, log: Log) -> Option<&'static str> {
        let Task::Act { seen: Some(seen), .. } = task else { return None };
        let is_stale = self.logs.is_decision(log) && seen < self.logs.last_game(self.logs.parent(log));
        is_stale.then_some("a decision for an earlier state of the game was stored")
    }

    /// Messages arrive at the reader, late and in any order, or are lost.
    fn reader_steps(&self, state: &State, next: &mut Next) {
        for (place, message) in state.bus.iter().enumerate() {
            let mut after = state.clone();
            after.bus.remove(place);
            // A reminder that is lost is sent again.
            if state.losses > 0 && matches!(message, Message::Entry(_)) {
                next.push((Step::Lose(*message), State { losses: state.losses - 1, ..after.clone() }));
            }
            // Messages that say nothing new were dropped, so this one is new, or shows a gap.
            let follows = |log| self.logs.span(log).0 == self.logs.last(state.reader) + 1;
            after.reader = match *message {
                Message::Entry(log) if follows(log) => log,
                Message::Entry(log) if self.has(Flaw::NoGapFill) => {
                    after.broken = Some("the reader missed an entry");
                    log
                }
                Message::Entry(_) | Message::At(_) => state.log,
            };
            next.push((Step::Deliver(*message), after));
        }
    }
}
