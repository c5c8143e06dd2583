//! One write as plain data: a list of registered statements, run in one savepoint, as often as it takes.

use std::sync::Arc;

use super::{Bound, StoreError, TeamBar, statements::Statement};

/// A value to bind.
#[derive(Clone)]
pub(super) enum Arg {
    Int(Option<i64>),
    Real(f64),
    Text(Option<Arc<str>>),
}

impl From<i64> for Arg {
    fn from(value: i64) -> Arg {
        Arg::Int(Some(value))
    }
}

impl From<f64> for Arg {
    fn from(value: f64) -> Arg {
        Arg::Real(value)
    }
}

impl From<Option<i64>> for Arg {
    fn from(value: Option<i64>) -> Arg {
        Arg::Int(value)
    }
}

impl From<&str> for Arg {
    fn from(value: &str) -> Arg {
        Arg::Text(Some(value.into()))
    }
}

impl From<String> for Arg {
    fn from(value: String) -> Arg {
        Arg::Text(Some(value.into()))
    }
}

impl From<Option<&str>> for Arg {
    fn from(value: Option<&str>) -> Arg {
        Arg::Text(value.map(Into::into))
    }
}

/// What it means when a step changes no row.
#[derive(Clone, Copy)]
pub(super) enum Need {
    Nothing,
    Conflict,
    Duplicate,
    Limit,
    Gone,
    /// Somebody pays: whoever is gone can't, nor can a purse that holds too little.
    Points,
    Room(Bound),
    Team(TeamBar),
    Known(&'static str),
}

impl Need {
    pub(super) fn refusal(self) -> Option<StoreError> {
        match self {
            Need::Nothing => None,
            Need::Conflict => Some(StoreError::Conflict),
            Need::Duplicate => Some(StoreError::Duplicate),
            Need::Limit => Some(StoreError::Limit),
            Need::Gone | Need::Points => Some(StoreError::Gone),
            Need::Room(bound) => Some(StoreError::Full(bound)),
            Need::Team(bar) => Some(StoreError::Team(bar)),
            Need::Known(what) => Some(StoreError::Impossible(format!("{what} is unknown"))),
        }
    }
}

pub(super) struct Step {
    pub statement: &'static Statement,
    pub args: Vec<Arg>,
    pub need: Need,
    /// Run only when this earlier step changed a row.
    pub after: Option<usize>,
}

/// One write. Steps without `after` run first, in order, as one command to the database; the others follow.
#[derive(Default)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    /// Whether what it takes away must be gone from the files, not only from the tables.
    pub scrub: bool,
}

impl Plan {
    pub(super) fn of(statement: &'static Statement, args: Vec<Arg>) -> Plan {
        let mut plan = Plan::default();
        plan.add(statement, args);
        plan
    }

    /// Adds a step that may change any number of rows; its number is for `add_after`.
    pub(super) fn add(&mut self, statement: &'static Statement, args: Vec<Arg>) -> usize {
        self.push(statement, args, Need::Nothing, None)
    }

    /// Adds a step that refuses the whole write when it changes no row.
    pub(super) fn require(&mut self, statement: &'static Statement, args: Vec<Arg>, need: Need) -> usize {
        self.push(statement, args, need, None)
    }

    /// Adds a step that runs only when step `after` changed a row.
    pub(super) fn add_after(&mut self, after: usize, statement: &'static Statement, args: Vec<Arg>) -> usize {
        self.push(statement, args, Need::Nothing, Some(after))
    }

    /// Adds all steps of another write: both happen, or neither does.
    pub(super) fn join(&mut self, other: Plan) {
        let ahead = self.steps.len();
        self.scrub |= other.scrub;
        self.steps.extend(other.steps.into_iter().map(|step| Step {
            after: step.after.map(|after| after + ahead),
            ..step
        }));
    }

    fn push(&mut self, statement: &'static Statement, args: Vec<Arg>, need: Need, after: Option<usize>) -> usize {
        debug_assert_eq!(args.len(), statement.arity(), "{}", statement.sql);
        self.steps.push(Step {
            statement,
            args,
            need,
            after,
        });
        self.steps.len() - 1
    }
}

/// `args![a, b]`: a list of values to bind, in the order of `$1`, `$2`.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::plan::Arg::from($value)),*] };
}
pub(super) use args;
