//! Months in UTC, by which files are parted.

use std::fmt;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

/// A month in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Month {
    /// The year.
    pub(super) year: i32,
    /// The month, from 1.
    pub(super) month: u32,
}

impl Month {
    /// The month of a time.
    pub(super) fn of(time: DateTime<Utc>) -> Self {
        Self { year: time.year(), month: time.month() }
    }

    /// Returns the moment at which it begins.
    pub(super) fn start(self) -> DateTime<Utc> {
        let day =
            NaiveDate::from_ymd_opt(self.year, self.month, 1).expect("a month of the calendar");
        day.and_time(NaiveTime::MIN).and_utc()
    }

    /// The month after.
    pub(super) fn next(self) -> Self {
        match self.month {
            12 => Self { year: self.year + 1, month: 1 },
            month => Self { month: month + 1, ..self },
        }
    }

    /// The month before.
    pub(super) fn before(self) -> Self {
        match self.month {
            1 => Self { year: self.year - 1, month: 12 },
            month => Self { month: month - 1, ..self },
        }
    }

    /// The months from this one to another, both among them.
    pub(super) fn to(self, last: Self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |month| Some(month.next()))
            .take_while(move |month| *month <= last)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.year, self.month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other() {
        let month = |year, month| Month { year, month };
        let all: Vec<_> = month(2025, 11).to(month(2026, 2)).collect();
        assert_eq!(all, [month(2025, 11), month(2025, 12), month(2026, 1), month(2026, 2)]);
        assert!(all.iter().all(|month| month.next().before() == *month));
        assert_eq!(month(2026, 2).to(month(2026, 1)).count(), 0);
        let last: DateTime<Utc> = "2026-02-28T23:59:59.999999Z".parse().unwrap();
        assert_eq!((Month::of(last), month(2026, 3).start() > last), (all[3], true));
        assert_eq!(all[3].to_string(), "2026-02");
    }
}
