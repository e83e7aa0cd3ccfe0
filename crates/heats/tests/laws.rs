//! The laws of the draw, for all numbers of players that a club evening may have.

use powerboats_heats::{Apart, Draw, Round, TableSize, fewest_repeats, repeats};
use std::collections::{BTreeMap, BTreeSet};

fn draw(size: usize, rounds: usize) -> Draw {
    Draw { size: TableSize::new(size).unwrap(), rounds, fill: false, seed: 11 }
}

fn people(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// Everybody is in each round once, and no table is too large or too small.
fn check_round(round: &Round<usize>, present: &[usize], size: usize) {
    let all: BTreeSet<usize> = round.people().copied().collect();
    assert_eq!((all.len(), round.people().count()), (present.len(), present.len()));
    assert!(present.iter().all(|person| all.contains(person)));
    assert!(round.tables.iter().all(|table| (2..=size).contains(&table.len())), "{round:?}");
    assert_eq!(round.sits_out.is_some(), size == 2 && present.len() % 2 == 1);
}

#[test]
fn tables_of_two_repeat_nothing_before_everybody_has_met_everybody() {
    for count in 2..=60 {
        let rounds = if count % 2 == 0 { count - 1 } else { count };
        let plan = draw(2, rounds).plan(&[], &people(count), rounds);
        for round in &plan {
            check_round(round, &people(count), 2);
        }
        assert_eq!(repeats(&plan), 0, "{count} players");
        let out: BTreeSet<usize> = plan.iter().filter_map(|round| round.sits_out).collect();
        assert_eq!(out.len(), if count % 2 == 0 { 0 } else { count }, "everybody sits out once");
    }
}

#[test]
fn larger_tables_repeat_at_most_a_tenth_of_all_meetings_above_the_counting_bound() {
    for size in 3..=6 {
        for count in 5..=60 {
            let sizes = TableSize::new(size).unwrap().split(count);
            // In this many rounds everybody could just meet everybody: the hardest case. Fewer and more are easier.
            let full = (count - 1).div_ceil(size - 1);
            for rounds in BTreeSet::from([2, full.div_ceil(2), full, full + 2]) {
                let plan = draw(size, rounds).plan(&[], &people(count), rounds);
                assert_eq!(plan.len(), rounds);
                for round in &plan {
                    check_round(round, &people(count), size);
                }
                let meetings = rounds * sizes.iter().map(|size| size * (size - 1) / 2).sum::<usize>();
                let (made, bound) = (repeats(&plan), fewest_repeats(&sizes, rounds));
                assert!(made >= bound, "the bound is one: {count} players, tables of {size}, {rounds} rounds");
                let most = bound + meetings / 10;
                assert!(made <= most, "{count} players, tables of {size}, {rounds} rounds: {made} repeats > {most}");
            }
        }
    }
}

/// How often each person sat in each seat.
fn seats_of(plan: &[Round<usize>], size: usize) -> BTreeMap<usize, Vec<usize>> {
    let mut sat: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (seat, person) in plan.iter().flat_map(|round| &round.tables).flat_map(|table| table.iter().enumerate()) {
        if let Some(person) = person {
            sat.entry(*person).or_insert_with(|| vec![0; size])[seat] += 1;
        }
    }
    sat
}

fn spread(seats: &[usize]) -> usize {
    seats.iter().max().unwrap_or(&0) - seats.iter().min().unwrap_or(&0)
}

/// No draw can do better: in a number of rounds that is not a multiple of the seats, some seats come once more.
#[test]
fn everybody_sits_in_each_seat_equally_often_or_once_more() {
    for size in 2..=6 {
        for count in (2..=16).chain([23, 36, 60]) {
            for rounds in [1, size, size + 1, 3 * size] {
                let fill = Draw { fill: true, ..draw(size, rounds) }.plan(&[], &people(count), rounds);
                for (person, seats) in seats_of(&fill, size) {
                    assert!(
                        spread(&seats) <= 1,
                        "{count} players and pilots, tables of {size}: player {person} sat {seats:?}"
                    );
                }
                let plan = draw(size, rounds).plan(&[], &people(count), rounds);
                // Not every table has the last seat if there are smaller tables. Nobody gets it too often.
                let sizes = || plan.iter().flat_map(|round| &round.tables).map(Vec::len);
                let (least, most) = (sizes().min().unwrap(), sizes().max().unwrap());
                for (person, seats) in seats_of(&plan, size) {
                    let in_all = &seats[..least];
                    assert!(spread(in_all) <= 1, "{count} players, tables of {size}: player {person} sat {seats:?}");
                    let fewest = in_all.iter().min().unwrap();
                    assert!(seats[least..most].iter().all(|times| *times <= fewest + 1), "{person}: {seats:?}");
                }
            }
        }
    }
}

#[test]
fn pilots_fill_tables_and_do_not_change_who_meets_whom() {
    for (count, size) in [(5, 2), (7, 3), (5, 4), (9, 6), (1, 4)] {
        let filled = Draw { fill: true, ..draw(size, 3) }.plan(&[], &people(count), 3);
        let plain = draw(size, 3).plan(&[], &people(count), 3);
        for (filled, plain) in filled.iter().zip(&plain) {
            assert!(filled.tables.iter().all(|table| table.len() == size) && filled.sits_out.is_none());
            let met = |round: &Round<usize>| -> Vec<BTreeSet<usize>> {
                round.tables.iter().map(|table| table.iter().flatten().copied().collect()).collect()
            };
            assert_eq!(met(filled)[..plain.tables.len()], met(plain));
        }
    }
}

#[test]
fn the_draw_continues_its_plan_and_is_the_same_for_the_same_seed() {
    for (count, size) in [(9, 3), (8, 2), (13, 4)] {
        let draw = draw(size, 4);
        let plan = draw.plan(&[], &people(count), 4);
        let mut past = Vec::new();
        for _ in 0..4 {
            past.push(draw.next(&past, &people(count)));
        }
        assert_eq!(past, plan);
        assert_ne!(plan, Draw { seed: 12, ..draw }.plan(&[], &people(count), 4), "another seed is another draw");
        // One more round than announced is possible, too.
        check_round(&draw.next(&past, &people(count)), &people(count), size);
    }
}

#[test]
fn people_who_join_late_or_leave_change_only_later_rounds() {
    for size in 2..=6 {
        let draw = draw(size, 6);
        let mut past: Vec<Round<usize>> = Vec::new();
        let rosters =
            [people(12), people(12), (0..11).collect(), (0..15).collect(), (1..15).collect(), (1..14).collect()];
        for present in &rosters {
            let round = draw.next(&past, present);
            check_round(&round, present, size);
            past.push(round);
        }
        let made = repeats(&past);
        let meetings: usize =
            past.iter().flat_map(|round| &round.tables).map(|table| table.len() * (table.len() - 1) / 2).sum();
        assert!(size > 2 || made == 0, "tables of two: {made} repeats");
        assert!(made * 2 <= meetings, "tables of {size}: {made} repeats of {meetings} meetings");
    }
}

#[test]
fn nobody_and_one_person_are_no_special_case() {
    let nobody = draw(4, 2).next::<usize>(&[], &[]);
    assert!(nobody.tables.is_empty() && nobody.sits_out.is_none());
    assert_eq!(draw(2, 2).next(&[], &[7]).sits_out, Some(7));
    assert!(TableSize::new(1).is_none() && TableSize::new(7).is_none());
}

/// The number of forbidden pairs at the tables of a round.
fn together(tables: &[Vec<usize>], apart: &Apart<usize>) -> usize {
    let meet = |table: &Vec<usize>, [one, other]: &[usize; 2]| table.contains(one) && table.contains(other);
    tables.iter().map(|table| apart.iter().filter(|pair| meet(table, pair)).count()).sum()
}

/// The fewest forbidden pairs in any round with tables of these sizes; the last one may be out.
fn fewest(left: &[usize], sizes: &[usize], tables: &mut Vec<Vec<usize>>, apart: &Apart<usize>) -> usize {
    let Some((size, sizes)) = sizes.split_first() else { return together(tables, apart) };
    let choices = (0_u32..1 << left.len()).filter(|choice| choice.count_ones() as usize == *size);
    let mut best = usize::MAX;
    for choice in choices {
        let (here, rest): (Vec<_>, Vec<_>) = left.iter().enumerate().partition(|(place, _)| choice >> place & 1 == 1);
        let people = |chosen: Vec<(usize, &usize)>| chosen.into_iter().map(|(_, person)| *person).collect::<Vec<_>>();
        tables.push(people(here));
        best = best.min(fewest(&people(rest), sizes, tables, apart));
        tables.pop();
    }
    best
}

/// Compared with all rounds there are, for small numbers of people.
#[test]
fn people_who_must_not_meet_sit_apart_if_that_is_possible() {
    let mut seed = 7_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut avoided = 0;
    for size in 2..=4 {
        for count in 3..=8 {
            for pairs in [1, 2, 4, 7] {
                let apart: Apart<usize> = (0..pairs)
                    .map(|_| [random(count as u64) as usize, random(count as u64) as usize])
                    .filter(|[one, other]| one != other)
                    .collect();
                let drawn = draw(size, 3).next(&[], &people(count));
                let mut round = drawn.clone();
                round.keep_apart(&[], &apart);
                check_round(&round, &people(count), size);
                let shape = |round: &Round<usize>| round.tables.iter().map(Vec::len).collect::<Vec<_>>();
                assert_eq!(shape(&round), shape(&drawn));
                let seated = |round: &Round<usize>| -> Vec<Vec<usize>> {
                    round.tables.iter().map(|table| table.iter().flatten().copied().collect()).collect()
                };
                let found = together(&seated(&round), &apart);
                let sizes: Vec<usize> = seated(&drawn).iter().map(Vec::len).collect();
                assert_eq!(found, fewest(&people(count), &sizes, &mut vec![], &apart), "{round:?} {apart:?}");
                if together(&seated(&drawn), &apart) == 0 {
                    assert_eq!(round, drawn, "nothing to do");
                } else {
                    avoided += usize::from(found == 0);
                }
            }
        }
    }
    assert!(avoided >= 10, "{avoided}");
}
