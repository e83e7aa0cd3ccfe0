//! Makes the JSON view from an analysis.

use super::{
    AnalysisView, BerthView, BoatAnalysisView, DecisionPointsView, DecisionView, DiceChoiceView, LuckOfAll,
    MistakeKind, MistakeView, PlayerAnalysisView, PlayerPointsView, PointsView, RaceAnalysisView, StandInTurnsView,
    TurnAnalysisView, Unit,
};
use crate::FormatVersion;
use powerboats_pilots::{
    analysis::{
        Analysis, BoatAnalysis, CAP, DecisionReview, Mistake, MistakeDetail, PlayedBy, PlayerAnalysis, PlayerPoints,
        RaceAnalysis, StandInTurns, TurnAnalysis, places,
    },
    arena::Mean,
};
use powerboats_rules::{Berth, DiceChoice, DiceText, Hand, Heading, Hex, Logbook, PerColor, Rolled, Seats};
use std::fmt::Display;

/// Mistakes listed for each player, unless the caller wants another number.
const MISTAKES: usize = 5;

/// Rounds to a ten-thousandth of a turn or point. The values are not more precise.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Puts a mistake into words.
type Words<'a> = &'a dyn Fn(&Mistake, Unit) -> String;

/// An analysis and the record it belongs to, while the view is made.
struct Source<'a> {
    book: &'a Logbook,
    analysis: &'a Analysis,
    mistakes: usize,
    words: Option<Words<'a>>,
}

impl AnalysisView {
    /// The view of a record's analysis.
    pub fn new(book: &Logbook, analysis: &Analysis) -> AnalysisView {
        Source { book, analysis, mistakes: MISTAKES, words: None }.view()
    }

    /// The same, with this many mistakes of each player, put into words.
    pub fn in_words(book: &Logbook, analysis: &Analysis, mistakes: usize, words: Words) -> AnalysisView {
        Source { book, analysis, mistakes, words: Some(words) }.view()
    }
}

impl Source<'_> {
    fn view(&self) -> AnalysisView {
        let (players, races) = (self.analysis.players(), &self.analysis.races);
        let ranks = places(&players, PlayerAnalysis::without_luck);
        AnalysisView {
            format: FormatVersion,
            players: players.iter().zip(ranks).map(|(player, place)| self.player(player, place)).collect(),
            races: races.iter().map(|race| self.race(race)).collect(),
        }
    }

    fn player(&self, player: &PlayerAnalysis, place: usize) -> PlayerAnalysisView {
        let color = player.color;
        let named = self.book.record().players.iter().find(|(other, _)| *other == color);
        PlayerAnalysisView {
            color,
            name: named.map_or_else(String::new, |(_, name)| name.as_str().to_owned()),
            points: self.book.regatta().points()[color],
            races: player.races,
            luck: rounded(player.luck),
            luck_per_race: rounded(player.luck_per_race()),
            error: rounded(player.error),
            decisions: player.decisions,
            error_per_decision: rounded(player.error_rate()),
            luck_capped: rounded(player.capped_luck.gained),
            luck_percentile: player.capped_luck.percentile().map(percent),
            error_capped: rounded(player.capped_error),
            stand_in: stand_in(player.stand_in),
            traffic: rounded(player.traffic),
            class: player.class(),
            turns: rounded(player.cost),
            turns_without_luck: rounded(player.without_luck()),
            place_without_luck: place as u32,
            mistakes: self.mistakes(&self.analysis.mistakes(color), Unit::Turns),
            in_points: player.points.map(|points| self.player_points(player, &points)),
        }
    }

    fn player_points(&self, player: &PlayerAnalysis, points: &PlayerPoints) -> PlayerPointsView {
        let scored = self.book.regatta().points()[player.color];
        PlayerPointsView {
            luck: measured(points.luck),
            others_luck: measured(points.others_luck),
            error: measured(points.error),
            error_per_decision: rounded(points.error.mean / f64::from(player.decisions.max(1))),
            points_without_luck: self.analysis.points_without_luck(player, scored).map(measured),
            mistakes: self.mistakes(&self.analysis.mistakes_in_points(player.color), Unit::Points),
        }
    }

    fn mistakes(&self, mistakes: &[Mistake], unit: Unit) -> Vec<MistakeView> {
        let view = |mistake: &Mistake| MistakeView {
            points: mistake.points.filter(|_| unit == Unit::Points).map(measured),
            words: self.words.map(|words| words(mistake, unit)),
            ..mistake_view(mistake)
        };
        mistakes.iter().take(self.mistakes).map(view).collect()
    }

    fn race(&self, race: &RaceAnalysis) -> RaceAnalysisView {
        let seats = self.book.regatta().seats();
        let ranks = places(&race.boats, BoatAnalysis::without_luck);
        RaceAnalysisView {
            race: race.letter.race(),
            letter: race.letter.to_string(),
            over: race.over,
            boats: race.boats.iter().zip(ranks).map(|(boat, place)| boat_view(boat, place, seats)).collect(),
        }
    }
}

/// A share in percent, to a tenth.
fn percent(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

fn stand_in(StandInTurns { turns, luck, error }: StandInTurns) -> StandInTurnsView {
    StandInTurnsView { turns, luck: rounded(luck), error: rounded(error) }
}

fn measured(points: Mean) -> PointsView {
    PointsView { points: rounded(points.mean), standard_error: rounded(points.error) }
}

fn mistake_view(mistake: &Mistake) -> MistakeView {
    let berth = |(at, heading): (Hex, Heading)| BerthView { at, heading };
    let choice = |choice: DiceChoice| DiceChoiceView { hold: choice.hold, count: choice.count };
    let (turn, what) = match mistake.what {
        MistakeDetail::Placing(DecisionReview { made, best, .. }) => {
            (0, MistakeKind::Place { made: berth(made), best: berth(best) })
        }
        MistakeDetail::Dice(turn, hand, DecisionReview { made, best, .. }) => {
            (turn, MistakeKind::Dice { hand, made: choice(made), best: choice(best) })
        }
        MistakeDetail::Heading(turn, hand, DecisionReview { made, best, .. }) => {
            (turn, MistakeKind::Steer { hand, made, best })
        }
    };
    MistakeView {
        race: mistake.letter.race(),
        turn,
        error: rounded(mistake.error),
        error_capped: rounded(mistake.error.min(CAP)),
        what,
        points: None,
        words: None,
    }
}

fn boat_view(boat: &BoatAnalysis, place: usize, seats: Seats) -> BoatAnalysisView {
    BoatAnalysisView {
        color: boat.color,
        ending: boat.ending,
        par: rounded(boat.par),
        luck: rounded(boat.luck()),
        error: rounded(boat.error()),
        luck_capped: rounded(boat.capped_luck().gained),
        luck_percentile: boat.capped_luck().percentile().map(percent),
        error_capped: rounded(boat.capped_error()),
        stand_in: stand_in(boat.stand_in()),
        traffic: rounded(boat.traffic()),
        turns_taken: boat.turns.len() as u32,
        turns_to_go: rounded(boat.turns_to_go),
        turns_without_luck: rounded(boat.without_luck()),
        place_without_luck: place as u32,
        placing: boat.placing.as_ref().map(|placing| decision(placing, |(at, heading)| Berth(at, heading))),
        placing_by_stand_in: boat.placed_by == PlayedBy::StandIn,
        to_go: boat.to_go_by_turn().into_iter().map(rounded).collect(),
        turns: boat.turns.iter().map(|turn| turn_view(turn, seats)).collect(),
    }
}

fn turn_view(turn: &TurnAnalysis, seats: Seats) -> TurnAnalysisView {
    let gained = |luck: PerColor<Mean>| LuckOfAll(seats.iter().map(|color| (color, measured(luck[color]))).collect());
    TurnAnalysisView {
        turn: turn.number,
        stand_in: turn.by == PlayedBy::StandIn,
        hand: turn.hand.to_string(),
        before: rounded(turn.before),
        traffic: rounded(turn.traffic),
        dice: decision(&turn.dice, DiceText::of_choice),
        roll: DiceText { hold: Hand::EMPTY, rolled: Rolled::Shows(turn.rolled) }.to_string(),
        luck: rounded(turn.luck),
        luck_in_points: turn.luck_in_points.map(gained),
        heading: decision(&turn.heading, |steer| steer),
        after: rounded(turn.after),
        dice_error: rounded(turn.dice.error),
        steer_error: rounded(turn.heading.error),
    }
}

fn decision<T: Copy, D: Display>(decision: &DecisionReview<T>, text: impl Fn(T) -> D) -> DecisionView {
    DecisionView {
        made: text(decision.made).to_string(),
        best: text(decision.best).to_string(),
        error: rounded(decision.error),
        free: decision.free,
        in_points: decision
            .points
            .map(|points| DecisionPointsView { best: text(points.best).to_string(), lost: measured(points.error) }),
    }
}
