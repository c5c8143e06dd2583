use std::time::Duration;

use clap::{Subcommand, ValueEnum};

/// What tries the program out or measures it, on fake platforms that only a build with the feature `storm` holds.
#[derive(Clone, Debug, Subcommand)]
pub enum Trial {
    /// Hundreds of scripted players on fake platforms, with everything going wrong at random; checks that nothing was lost,
    /// stuck or leaked. Needs the feature `storm`.
    Storm {
        /// How long things go wrong, in minutes; after that everybody plays to the end.
        #[arg(long, default_value_t = 1.0, value_parser = minutes)]
        minutes: f64,
        /// Where all chance comes from; without it, a new one, which is printed.
        #[arg(long)]
        seed: Option<u64>,
        /// How many people play at once, on both platforms together.
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(4..=2000))]
        players: u16,
    },
    /// Measure presses a second, waiting times, leaderboards and memory, each beside its yardstick. Needs the feature `storm`.
    Bench {
        /// Over how many results leaderboards are measured; ten million take some gigabytes and minutes.
        #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(10_000..=100_000_000))]
        results: u64,
        /// Only this part of it; without it, all of them one after another.
        #[arg(long, value_enum)]
        only: Option<Part>,
    },
}

/// A part of what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Presses that are on the disk when they are acknowledged.
    Presses,
    /// An event of sixty-four.
    Swiss,
    /// Pages of leaderboards.
    Boards,
    /// What open tables cost.
    Tables,
    /// The program when nobody does anything.
    Idle,
    /// From a press to what is seen, on a fake platform.
    Shown,
}

impl Trial {
    /// What to say in a program that was built without the fake platforms.
    #[must_use]
    pub fn missing(&self) -> String {
        let asked = match self {
            Trial::Storm { minutes, .. } => format!("storm --minutes {minutes}"),
            Trial::Bench { results, .. } => format!("bench --results {results}"),
        };
        format!(
            "this program was built without the fake platforms. From the project's folder: cargo run --release --features \
             storm -- {asked}"
        )
    }

    /// How long a storm's faults last; nothing for a bench.
    #[must_use]
    pub fn length(&self) -> Duration {
        match self {
            Trial::Storm { minutes, .. } => Duration::from_secs_f64(minutes * 60.0),
            Trial::Bench { .. } => Duration::ZERO,
        }
    }
}

/// A length of time that a storm can have: up to a week (ours).
fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 10_080.0 => Ok(minutes),
        _ => Err("must be a number of minutes above 0, up to 10080".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::app::Arguments;

    fn read(line: &str) -> Option<Arguments> {
        Arguments::try_parse_from(line.split(' ')).ok()
    }

    #[test]
    fn a_storm_has_a_length_a_seed_and_players() {
        let arguments = read("jinlami storm --minutes 0.5 --seed 7 --players 20").unwrap();
        let trial = arguments.trial().unwrap();
        assert_eq!(trial.length(), Duration::from_secs(30));
        assert!(
            matches!(
                trial,
                Trial::Storm {
                    seed: Some(7),
                    players: 20,
                    ..
                }
            ),
            "{trial:?}"
        );
        assert!(trial.missing().contains("--features storm -- storm --minutes 0.5"));
        for wrong in [
            "--minutes 0",
            "--minutes x",
            "--minutes NaN",
            "--players 3",
            "--seed -1",
        ] {
            assert!(read(&format!("jinlami storm {wrong}")).is_none(), "{wrong}");
        }
        assert!(matches!(
            read("jinlami bench").unwrap().trial(),
            Some(Trial::Bench { .. })
        ));
        assert!(read("jinlami run").unwrap().trial().is_none());
    }
}
