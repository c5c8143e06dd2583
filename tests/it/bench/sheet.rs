//! The figures as they are told.

use std::fmt;
use std::time::Duration;

/// Tells each figure as soon as it is known.
pub struct Sheet<'a> {
    say: &'a (dyn Fn(&str) + Sync),
    missed: Vec<String>,
}

impl<'a> Sheet<'a> {
    pub fn new(say: &'a (dyn Fn(&str) + Sync)) -> Sheet<'a> {
        let build = if cfg!(debug_assertions) {
            "Built without optimisation: the figures mean nothing. Add --release."
        } else {
            "Figure, goal, yardstick of the same run."
        };
        say(build);
        Sheet {
            say,
            missed: Vec::new(),
        }
    }

    pub fn head(&self, what: &str) {
        (self.say)(&format!("\n{what}"));
    }

    /// A figure without a goal.
    pub fn note(&self, what: &str, figure: &str) {
        (self.say)(&format!("  {what:<66} {figure}"));
    }

    /// A ratio that must be at least so much.
    pub fn least(&mut self, what: &str, figure: f64, goal: f64) {
        self.judge(
            what,
            &format!("{figure:.1} x"),
            &format!("at least {goal} x"),
            figure >= goal,
            "",
        );
    }

    /// A ratio that must be at most so much.
    pub fn most(&mut self, what: &str, figure: f64, goal: f64) {
        self.judge(
            what,
            &format!("{figure:.2} x"),
            &format!("at most {goal} x"),
            figure <= goal,
            "",
        );
    }

    /// A time that must be at most so many milliseconds.
    pub fn most_ms(&mut self, what: &str, figure: Duration, goal: f64) {
        self.most_ms_beside(what, figure, goal, "");
    }

    pub fn most_ms_beside(&mut self, what: &str, figure: Duration, goal: f64, beside: &str) {
        let fine = figure.as_secs_f64() * 1_000.0 <= goal;
        self.judge(what, &ms(figure), &format!("at most {goal} ms"), fine, beside);
    }

    /// A size that must be at most so much, in the unit given.
    pub fn most_of(&mut self, what: &str, figure: f64, goal: f64, unit: &str, beside: &str) {
        self.judge(
            what,
            &format!("{figure:.2} {unit}"),
            &format!("at most {goal} {unit}"),
            figure <= goal,
            beside,
        );
    }

    fn judge(&mut self, what: &str, figure: &str, goal: &str, fine: bool, beside: &str) {
        let verdict = if fine { "met" } else { "MISSED" };
        let beside = if beside.is_empty() {
            String::new()
        } else {
            format!("; {beside}")
        };
        (self.say)(&format!("  {what:<66} {figure}  [{goal}: {verdict}{beside}]"));
        if !fine {
            self.missed.push(what.trim().to_owned());
        }
    }

    /// Whether every goal was met.
    pub fn end(self) -> bool {
        let told = if self.missed.is_empty() {
            "Every goal is met.".to_owned()
        } else {
            format!("Missed on this machine, in this run: {}.", self.missed.join("; "))
        };
        (self.say)(&format!("\n{told}"));
        self.missed.is_empty()
    }
}

/// How long each of many things took.
pub struct Run {
    sorted: Vec<Duration>,
    took: Duration,
}

impl Run {
    pub fn of(mut times: Vec<Duration>, took: Duration) -> Run {
        times.sort_unstable();
        Run { sorted: times, took }
    }

    /// How many a second.
    pub fn rate(&self) -> f64 {
        self.sorted.len() as f64 / self.took.as_secs_f64()
    }

    /// The time that so many of a hundred stayed within.
    pub fn at(&self, percent: f64) -> Duration {
        let place = (self.sorted.len() as f64 * percent / 100.0) as usize;
        let last = self.sorted.len().saturating_sub(1);
        self.sorted.get(place.min(last)).copied().unwrap_or_default()
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p50, p99) = (ms(self.at(50.0)), ms(self.at(99.0)));
        write!(f, "{:.0}/s, p50 {p50}, p99 {p99}", self.rate())
    }
}

pub fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

/// A folder on the disk of the current one.
pub fn folder() -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("jinlami-bench-").tempdir_in(".")
}
