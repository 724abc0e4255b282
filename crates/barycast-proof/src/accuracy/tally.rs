//! Counts, and their file format.

/// The result of one case in one precision.
pub(crate) struct Case {
    /// Whether an oracle decided the intersection; and if so, whether it has the distance.
    pub(crate) judged: Option<bool>,
    /// True if they touch, or nearly.
    pub(crate) near: bool,
    /// Whether the intersection test is wrong, and wrong beyond rounding.
    pub(crate) fast: (bool, bool),
    pub(crate) exact: (bool, bool),
    /// Error of the distance, in ulp of the largest coordinate.
    pub(crate) fast_off: f64,
    pub(crate) exact_off: f64,
}

/// Counts of one kind of result.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) wrong: u64,
    pub(crate) beyond: u64,
    pub(crate) worst: f64,
    /// Number of the worst case.
    pub(crate) at: u64,
}

impl Count {
    fn add(&mut self, (wrong, beyond): (bool, bool), off: f64, case: u64) {
        self.wrong += u64::from(wrong);
        self.beyond += u64::from(beyond);
        if off > self.worst || off.is_nan() {
            (self.worst, self.at) = (off, case);
        }
    }

    fn merge(&mut self, other: Self) {
        self.wrong += other.wrong;
        self.beyond += other.beyond;
        if other.worst > self.worst || other.worst.is_nan() {
            (self.worst, self.at) = (other.worst, other.at);
        }
    }
}

/// Results of a row, for `f64` and `f32`.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    pub(crate) near: u64,
    /// Cases in which an oracle decided the intersection, and had the distance.
    pub(crate) judged: [u64; 2],
    /// Fast over `f32`, fast over `f64`, exact.
    pub(crate) counts: [Count; 3],
    /// Examples of inadmissible wrong results.
    pub(crate) broken: Vec<String>,
}

/// Largest number of examples that are kept.
const SHOWN: usize = 3;

impl Tally {
    /// Adds a case; `single` marks the precision.
    pub(crate) fn add(&mut self, case: &Case, number: u64, single: bool, show: impl Fn() -> String) {
        self.cases += 1;
        self.near += u64::from(case.near);
        self.judged[0] += u64::from(case.judged.is_some());
        self.judged[1] += u64::from(case.judged == Some(true));
        self.counts[usize::from(!single)].add(case.fast, case.fast_off, number);
        self.counts[2].add(case.exact, case.exact_off, number);
        if (case.exact.0 || case.fast.1) && self.broken.len() < SHOWN {
            let what = if case.exact.0 { "exact" } else { "fast" };
            let numbers = if single { "f32" } else { "f64" };
            self.broken.push(format!("case {number}, {what} {numbers}:\n  {}", show()));
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        self.near += other.near;
        for i in 0..2 {
            self.judged[i] += other.judged[i];
        }
        for (count, other) in self.counts.iter_mut().zip(other.counts) {
            count.merge(other);
        }
        self.broken.extend(other.broken);
        self.broken.truncate(SHOWN);
    }

    /// Writes the tally as one line of numbers.
    pub(crate) fn line(&self) -> String {
        let mut words: Vec<String> =
            [self.cases, self.near, self.judged[0], self.judged[1]].iter().map(u64::to_string).collect();
        for c in self.counts {
            words.extend([c.wrong.to_string(), c.beyond.to_string(), c.worst.to_string(), c.at.to_string()]);
        }
        words.join(" ")
    }

    /// Reads what [`line`](Self::line) wrote; `None` for a truncated line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut number = || words.next()?.parse::<f64>().ok();
        let mut whole = || number().map(|x| x as u64);
        let (cases, near, judged) = (whole()?, whole()?, [whole()?, whole()?]);
        let mut counts = [Count::default(); 3];
        for count in &mut counts {
            let (wrong, beyond) = (number()? as u64, number()? as u64);
            *count = Count { wrong, beyond, worst: number()?, at: number()? as u64 };
        }
        Some(Self { cases, near, judged, counts, broken: Vec::new() })
    }
}
