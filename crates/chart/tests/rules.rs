//! The diagrams of docs/rules.md: they are up to date, and show what the rules say.

#[path = "../examples/rules.rs"]
mod rules;

use powerboats_rules::{Heading, Judged, Leg, Progress};
use std::{fs, path::Path};

#[test]
fn the_diagrams_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    for (name, picture) in rules::diagrams().unwrap() {
        let stored = fs::read_to_string(folder.join(name)).unwrap();
        assert!(stored == picture, "docs/rules/{name} is not up to date: run `make pictures`");
    }
}

/// The way round that one of them shows is straight between its turns, turns by 60° each time, and finishes.
#[test]
fn r2_7_the_route_shown_finishes() {
    let course = rules::course().unwrap();
    let route = rules::route().unwrap();
    let mut judged = Judged::Racing(Progress { leg: Leg::Start, owes: false });
    let mut before = Heading::E;
    for part in route.windows(2) {
        let Judged::Racing(progress) = judged else { panic!("finished before the end") };
        let straight = |heading: Heading| (1..26).find(|&steps| part[0].ahead(heading, steps) == Some(part[1]));
        let (heading, steps) =
            Heading::ALL.into_iter().find_map(|heading| Some((heading, straight(heading)?))).unwrap();
        assert!([before, before.left(), before.right()].contains(&heading), "{part:?}");
        assert!(course.run(part[0], heading) >= steps, "{part:?}");
        judged = course.judge(part[0], heading, steps, progress);
        before = heading;
    }
    assert_eq!(judged, Judged::Finished);
}
