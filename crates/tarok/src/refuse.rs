//! Actions against the rules, and which rule it is.

use vzetek_game::{Game, IllegalAction, Seat};

use crate::exchange::discardable;
use crate::{
    Action, Announcement, Card, CardSet, Doubling, Item, KINGS, PAGAT, Phase, TRULA, Tarok, Trick,
    Undertaking,
};

impl Tarok {
    /// Names the rule that forbids the player to move an action.
    pub(crate) fn refuse(&self, action: Action) -> IllegalAction {
        let (code, reason) = match (&self.table.phase, action) {
            (Phase::Finished(_), _) => return IllegalAction::deal_over(),
            (Phase::Bidding(bidding), Action::Bid(contract)) => {
                let possible: Vec<_> =
                    bidding.legal_bids(self.options()).map(|bid| bid.to_string()).collect();
                let reason = match possible.is_empty() {
                    true => format!("{contract} cannot be bid any more, pass"),
                    false => format!("{contract} cannot be bid now, only {}", possible.join(", ")),
                };
                ("bid_not_allowed", reason)
            }
            (Phase::Choosing(choosing), Action::Choose(contract)) => {
                let possible: Vec<_> =
                    choosing.legal_contracts(self.options()).map(|c| c.to_string()).collect();
                let reason = format!("{contract} cannot be played, only {}", possible.join(", "));
                ("contract_not_allowed", reason)
            }
            (Phase::Taking(taking), Action::Take(_)) => {
                let last = taking.groups().len() - 1;
                ("no_such_group", format!("the talon's groups are numbered from 0 to {last}"))
            }
            (Phase::Discarding(undertaking), Action::Discard(card)) => {
                self.refuse_discard(self.hands[undertaking.declarer], card)
            }
            (Phase::Announcing(undertaking), Action::Announce(announcement)) => {
                self.refuse_announcement(undertaking, undertaking.declarer, announcement)
            }
            (Phase::Doubling(doubling), Action::Announce(announcement)) if doubling.announcing => {
                self.refuse_announcement(&doubling.undertaking, doubling.speaker, announcement)
            }
            (Phase::Announcing(_), Action::Choose(contract)) => {
                let reason = format!(
                    "the contract is settled, {contract} cannot be played; only a solo with the \
                     talon may become a colour valat before anything is announced"
                );
                ("contract_not_allowed", reason)
            }
            (Phase::Doubling(doubling), Action::Raise(item)) => {
                ("raise_not_allowed", self.refuse_raise(doubling, item))
            }
            (Phase::Doubling(doubling), Action::Announce(_)) => {
                let reason =
                    format!("nothing is announced any more, {}", self.possible_words(doubling));
                ("not_now", reason)
            }
            (Phase::Doubling(doubling), _) => ("not_now", self.possible_words(doubling)),
            (Phase::Playing(playing), Action::Play(card)) => {
                let hand = self.hands[playing.trick.to_play()];
                refuse_card(hand, card, &playing.trick, self.legal_cards())
            }
            (phase, Action::Call(_)) => {
                let reason = format!(
                    "of four players who play three, two or one a king is called, once and \
                     before the talon is turned up; {}",
                    phase.task()
                );
                ("not_now", reason)
            }
            (phase, _) => ("not_now", phase.task().to_owned()),
        };
        IllegalAction::new(code, reason)
    }

    fn refuse_announcement(
        &self,
        undertaking: &Undertaking,
        seat: Seat,
        announcement: Announcement,
    ) -> (&'static str, String) {
        let left: Vec<_> = undertaking
            .announceable(self.hands[seat], self.options())
            .map(|announcement| announcement.to_string())
            .collect();
        let left = match left.is_empty() {
            true => "nothing is left to announce, pass".to_owned(),
            false => format!("you may announce {}, or pass", left.join(", ")),
        };
        if undertaking.is_announced(announcement) {
            return ("already_announced", format!("{announcement} is already announced; {left}"));
        }
        let why = if undertaking.is_announced(Announcement::Valat) {
            "beside a valat nothing is announced".to_owned()
        } else if announcement == Announcement::PagatUltimo {
            format!("{announcement} is for whoever has the pagat in hand")
        } else {
            match &undertaking.called {
                Some(called) => {
                    format!(
                        "{announcement} is for whoever has the called king, {}, in hand",
                        called.king
                    )
                }
                None => format!("no king is called, so there is no {announcement}"),
            }
        };
        ("not_announceable", format!("{why}; {left}"))
    }

    /// Depends on the player's own side alone, which follows from the own hand.
    fn refuse_raise(&self, doubling: &Doubling, item: Item) -> String {
        let stake = doubling.undertaking.stakes.iter().find(|stake| stake.item == item);
        let why = match stake {
            None => format!("{item} is not announced"),
            Some(stake) if stake.raises.is_full() => format!("{item} stands at mort"),
            Some(_) => format!(
                "{item} is not yours to raise now: kontra and sub come from the side against it, \
                 re and mort from its own"
            ),
        };
        format!("{why}; {}", self.possible_words(doubling))
    }

    /// Lists what the speaker may say.
    fn possible_words(&self, doubling: &Doubling) -> String {
        let hand = self.hands[doubling.speaker];
        let side = doubling.undertaking.side_with(doubling.speaker, hand);
        let announced = doubling.announceable(hand, self.options()).map(|one| one.to_string());
        let raised = doubling.raisable(side).map(|item| item.to_string());
        let words = [("announce", announced.collect::<Vec<_>>()), ("raise", raised.collect())];
        let verbs = words.iter().filter(|(_, items)| !items.is_empty());
        let verbs: Vec<_> =
            verbs.map(|(verb, items)| format!("{verb} {}", items.join(", "))).collect();
        match verbs.is_empty() {
            true => "you can only pass now".to_owned(),
            false => format!("you may {}, or pass", verbs.join(", or ")),
        }
    }

    fn refuse_discard(&self, hand: CardSet, card: Card) -> (&'static str, String) {
        let instead = discardable(hand, self.options()).list();
        if !hand.contains(card) {
            let reason = format!("{card} is not in your hand, discard one of {instead}");
            return ("not_in_hand", reason);
        }
        if KINGS.contains(card) || TRULA.contains(card) {
            let reason = format!(
                "{card} cannot be discarded, nor any king, pagat, mond or škis; \
                 discard one of {instead}"
            );
            return ("not_discardable", reason);
        }
        ("taroks_last", format!("taroks go last, discard one of {instead}"))
    }
}

fn refuse_card(hand: CardSet, card: Card, trick: &Trick, legal: CardSet) -> (&'static str, String) {
    if !hand.contains(card) {
        let reason = format!("{card} is not in your hand, play one of {}", legal.list());
        return ("not_in_hand", reason);
    }
    let ordinary = trick.playable(hand, false);
    if !ordinary.contains(card) {
        let led = trick.suit_led().expect("a lead is free but for the pagat");
        return if hand.is_disjoint(led.cards()) {
            ("must_play_tarok", format!("without {} you must play a tarok", led.name()))
        } else {
            ("must_follow_suit", format!("you must follow {}", led.name()))
        };
    }
    let playable = trick.playable(hand, true);
    if playable == CardSet::single(PAGAT) {
        return ("must_beat", "facing mond and škis you must play the pagat".to_owned());
    }
    if card == PAGAT {
        let reason = format!("the pagat must be kept, play one of {}", playable.list());
        return ("pagat_last", reason);
    }
    ("must_beat", format!("you must beat the cards on the table with one of {}", playable.list()))
}
