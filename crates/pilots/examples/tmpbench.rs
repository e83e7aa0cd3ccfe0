//! temp
use powerboats_pilots::{Compass, Quick, Solution, Weights};
use powerboats_rules::{Course, Sides, draw_lake};
use std::sync::Arc;
fn best(mut f: impl FnMut()) -> f64 {
    let mut b = f64::MAX;
    for _ in 0..25 {
        let t = std::time::Instant::now();
        f();
        b = b.min(t.elapsed().as_secs_f64() * 1e3);
    }
    b
}
fn main() {
    let mut quick = Quick::new(5);
    for sides in Sides::ALL.into_iter().take(3) {
        let course: Arc<Course> = Arc::new(draw_lake(sides, 4, &mut quick).1);
        let solve = best(|| drop(std::hint::black_box(Solution::new(course.clone(), Weights::default()))));
        let solution = Solution::new(course.clone(), Weights::default());
        let compact = solution.compact();
        let c = best(|| drop(std::hint::black_box(solution.compact())));
        let r = best(|| drop(std::hint::black_box(compact.restore(course.clone()))));
        let m = best(|| drop(std::hint::black_box(Compass::new(&course))));
        println!("{sides:?}: solve {solve:.1} compact {c:.2} restore {r:.2} compass {m:.2} ms");
    }
}
