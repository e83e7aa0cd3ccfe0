//! Least squares without negative results.

/// More than enough for three unknowns that are hard to tell apart.
const STEPS: usize = 200_000;

/// The numbers x ≥ 0 for which every row's Σ row[i]·x[i] comes closest to 1, by least squares. It improves one number after the
/// other.
pub fn fit<const N: usize>(rows: &[[f64; N]]) -> [f64; N] {
    let products = |one: usize, other: usize| rows.iter().map(|row| row[one] * row[other]).sum::<f64>();
    let matrix: [[f64; N]; N] = std::array::from_fn(|one| std::array::from_fn(|other| products(one, other)));
    let sums: [f64; N] = std::array::from_fn(|one| rows.iter().map(|row| row[one]).sum());
    let mut found = [0.0; N];
    for step in 0..STEPS {
        let place = step % N;
        if matrix[place][place] > 0.0 {
            let slope: f64 = sums[place] - (0..N).map(|other| matrix[place][other] * found[other]).sum::<f64>();
            found[place] = (found[place] + slope / matrix[place][place]).max(0.0);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_equations() {
        // 2x + y + 3z = 1, …: x = 0.1, y = 0.2, z = 0.2.
        let found = fit(&[[2.0, 1.0, 3.0], [4.0, 2.0, 1.0], [1.0, 4.0, 0.5]]);
        for (found, real) in found.into_iter().zip([0.1, 0.2, 0.2]) {
            assert!((found - real).abs() < 1e-6, "{found} {real}");
        }
    }

    #[test]
    fn nothing_is_negative() {
        // x + y = 1 and 2x + 3y = 1 have the solution x = 2, y = -1.
        let [x, y] = fit(&[[1.0, 1.0], [2.0, 3.0]]);
        assert!((x - 0.6).abs() < 1e-9 && y == 0.0, "{x} {y}");
    }
}
