//! The full state of one deal: every card, hidden or not.

use arrayvec::ArrayVec;
use vzetek_game::{BySeat, DealError, Game, IllegalAction, MOST_SEATS, Seat, check_dealing};

use crate::exchange::discardable;
use crate::prepared;
use crate::{
    Action, Card, CardSet, Contract, DealResult, Event, KINGS, Options, Outcome, Phase, Playing,
    Side, Suit, TALON, Table,
};

/// A deal of tarok, from the cards dealt to the result.
///
/// Deterministic: the talon's order is part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tarok {
    pub(crate) table: Table,
    pub(crate) hands: BySeat<CardSet>,
    /// The talon as long as it lies face down; the next gift is the last.
    pub(crate) talon: ArrayVec<Card, TALON>,
    /// The cards that the declarer has discarded face down.
    pub(crate) buried: CardSet,
}

impl Tarok {
    /// The public side of the deal.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The talon cards that lie face down, the next to be turned up last.
    pub fn talon(&self) -> &[Card] {
        &self.talon
    }

    /// The cards that the declarer has discarded face down.
    pub fn buried(&self) -> CardSet {
        self.buried
    }

    /// The result, once the deal is over.
    pub fn result(&self) -> Option<&DealResult> {
        match &self.table.phase {
            Phase::Finished(finished) => Some(&finished.result),
            _ => None,
        }
    }

    /// The cards that the current player may play, discard or, in other
    /// phases, do neither with.
    pub fn legal_cards(&self) -> CardSet {
        match &self.table.phase {
            Phase::Discarding(undertaking) => {
                discardable(self.hands[undertaking.declarer], &self.table.options)
            }
            Phase::Playing(Playing { undertaking, trick, .. }) => {
                trick.playable(self.hands[trick.to_play()], undertaking.contract.avoids_tricks())
            }
            _ => CardSet::EMPTY,
        }
    }

    /// Returns the side that the current player shows by speaking, if that is not yet
    /// known to all.
    fn shown_side(&self, seat: Seat) -> Option<Side> {
        let undertaking = self.table.phase.undertaking()?;
        let hidden = undertaking.side(seat).is_none();
        hidden.then(|| undertaking.side_with(seat, self.hands[seat]))
    }

    /// Returns the declarer, if this card is the called king and its holder has not been shown yet.
    fn caller_shown_by(&self, card: Card) -> Option<Seat> {
        let undertaking = self.table.phase.undertaking()?;
        let called = undertaking.called.as_ref()?;
        (called.king == card && !called.is_settled()).then_some(undertaking.declarer)
    }

    /// Returns the talon as it lies, the first card first.
    fn talon_turned_up(&self) -> ArrayVec<Card, TALON> {
        self.talon.iter().rev().copied().collect()
    }

    /// Changes the state as the event says, and passes it to `tell`.
    fn happen(&mut self, event: Event, tell: &mut impl FnMut(Event)) {
        match &event {
            Event::Chosen { talon, .. } | Event::Called { talon, .. } => {
                self.talon.truncate(TALON - talon.len());
            }
            Event::TookGroup { seat, cards, .. } => self.hands[*seat] |= *cards,
            Event::Discarded { seat, card: Some(card) } => {
                self.hands[*seat].remove(*card);
                if !card.is_tarok() {
                    self.buried.insert(*card);
                }
            }
            Event::Played { seat, card, .. } => _ = self.hands[*seat].remove(*card),
            Event::TrickTaken { gift: Some(_), .. } => _ = self.talon.pop(),
            _ => (),
        }
        self.table.observe(&event);
        tell(event);
    }

    /// In open berač, lays the declarer's cards open before the first lead
    /// *(ours)*.
    fn show_hand(&mut self, tell: &mut impl FnMut(Event)) {
        if let Phase::Playing(Playing { undertaking, .. }) = &self.table.phase
            && undertaking.contract == Contract::OpenBerac
        {
            let seat = undertaking.declarer;
            self.happen(Event::HandShown { seat, cards: self.hands[seat] }, tell);
        }
    }

    /// Lets the trick be taken when it is complete, and ends the deal with the
    /// last one, or with one that decides a berač or a valat.
    fn finish_trick(&mut self, tell: &mut impl FnMut(Event)) {
        let Phase::Playing(playing) = &self.table.phase else { unreachable!("a card was played") };
        let Playing { trick, undertaking, .. } = playing;
        if !trick.is_complete() {
            return;
        }
        let seat = trick.winner().expect("a complete trick has a winner");
        let klop = undertaking.contract == Contract::Klop;
        let decided = undertaking.contract.ends_with_trick(undertaking.declarer == seat);
        let gift = self.talon.last().copied().filter(|_| klop);
        let rest = playing.talon_won();
        self.happen(Event::TrickTaken { seat, gift, rest }, tell);
        if let Phase::Playing(playing) = &self.table.phase
            && (decided || playing.taken.count() == self.table.options.hand())
        {
            let result = Outcome::of(playing).result(&self.table.options);
            self.happen(Event::Finished { result }, tell);
        }
    }
}

impl Game for Tarok {
    const NAME: &'static str = "tarok";

    type Options = Options;
    type Card = Card;
    type Action = Action;
    type Event = Event;

    fn seats_for(options: &Options) -> usize {
        options.seats()
    }

    fn pack(_: &Options) -> Vec<Card> {
        CardSet::full().iter().collect()
    }

    fn dealt_again(options: &Options) -> Options {
        Options { compulsory: options.compulsory || options.compulsory_klop, ..*options }
    }

    fn prepared(options: &Options) -> Vec<Vec<Card>> {
        if options.prepared { prepared::packs(options) } else { Vec::new() }
    }

    /// All cards of a player together, sixteen or of four players twelve, first to the forehand,
    /// then in turn; the last six are the talon, in the order they lie.
    fn deal(options: &Options, dealer: Seat, cards: &[Card]) -> Result<Self, DealError> {
        let (seats, hand) = (options.seats(), options.hand());
        check_dealing(dealer, seats, CardSet::full(), cards)?;
        let mut hands = BySeat::filled(seats, CardSet::EMPTY);
        let (dealt, talon) = cards.split_at(hand * seats);
        for (seat, hand) in dealer.clockwise(1, seats).round(seats).zip(dealt.chunks(hand)) {
            hands[seat] = hand.iter().copied().collect();
        }
        if hands.iter().any(|&hand| hand.is_disjoint(Suit::Taroks.cards())) {
            return Err(DealError::Redeal("somebody holds no tarok"));
        }
        Ok(Self {
            table: Table::new(*options, dealer),
            hands,
            talon: talon.iter().rev().copied().collect(),
            buried: CardSet::EMPTY,
        })
    }

    fn options(&self) -> &Options {
        &self.table.options
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    fn current_player(&self) -> Option<Seat> {
        self.table.phase.current_player()
    }

    /// To bid or raise first passing, then from low to high, announcements before
    /// raises; cards from the strongest down, suit by suit.
    fn legal_actions(&self) -> Vec<Action> {
        let options = &self.table.options;
        let pass = std::iter::once(Action::Pass);
        match &self.table.phase {
            Phase::Bidding(bidding) => {
                pass.chain(bidding.legal_bids(options).map(Action::Bid)).collect()
            }
            Phase::Choosing(choosing) => {
                choosing.legal_contracts(options).map(Action::Choose).collect()
            }
            Phase::Calling(_) => KINGS.iter().map(Action::Call).collect(),
            Phase::Taking(taking) => (0..taking.groups().len() as u8).map(Action::Take).collect(),
            Phase::Discarding(_) => self.legal_cards().iter().rev().map(Action::Discard).collect(),
            Phase::Announcing(undertaking) => {
                let hand = self.hands[undertaking.declarer];
                let may_raise = undertaking.may_become_colour_valat();
                let raise = may_raise.then_some(Action::Choose(Contract::ColourValat));
                let announceable = undertaking.announceable(hand, options).map(Action::Announce);
                pass.chain(announceable).chain(raise).collect()
            }
            Phase::Doubling(doubling) => {
                let (seat, hand) = (doubling.speaker, self.hands[doubling.speaker]);
                let side = doubling.undertaking.side_with(seat, hand);
                let announceable = doubling.announceable(hand, options).map(Action::Announce);
                pass.chain(announceable).chain(doubling.raisable(side).map(Action::Raise)).collect()
            }
            Phase::Playing(_) => self.legal_cards().iter().rev().map(Action::Play).collect(),
            Phase::Finished(_) => Vec::new(),
        }
    }

    fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let legal = match (&self.table.phase, action) {
            (Phase::Playing(_), Action::Play(card))
            | (Phase::Discarding(_), Action::Discard(card)) => self.legal_cards().contains(card),
            _ => self.legal_actions().contains(&action),
        };
        if legal { Ok(()) } else { Err(self.refuse(action)) }
    }

    fn apply_unchecked(&mut self, action: Action, tell: &mut impl FnMut(Event)) {
        let seat = self.table.phase.current_player().expect("the deal goes on");
        let event = match (action, &self.table.phase) {
            (Action::Bid(contract), _) => Event::Bid { seat, contract },
            (Action::Pass, _) => Event::Passed { seat },
            (Action::Choose(contract), _) => {
                let open =
                    contract.group_size().is_some() && !self.table.options.calls_king(contract);
                let talon = if open { self.talon_turned_up() } else { ArrayVec::new() };
                Event::Chosen { seat, contract, talon }
            }
            (Action::Call(king), _) => Event::Called { seat, king, talon: self.talon_turned_up() },
            (Action::Take(group), Phase::Taking(taking)) => {
                let cards = taking.groups().nth(group.into()).expect("there is such a group");
                Event::TookGroup { seat, group, cards: cards.iter().copied().collect() }
            }
            (Action::Discard(card), _) => Event::Discarded { seat, card: Some(card) },
            (Action::Announce(announcement), _) => {
                Event::Announced { seat, announcement, side: self.shown_side(seat) }
            }
            (Action::Raise(item), Phase::Doubling(doubling)) => {
                let mut stakes = doubling.undertaking.stakes.iter();
                let stake = stakes.find(|stake| stake.item == item).expect("the item is at stake");
                let multiplier = 2 * stake.multiplier();
                Event::Raised { seat, item, multiplier, side: self.shown_side(seat) }
            }
            (Action::Play(card), _) => {
                Event::Played { seat, card, called_by: self.caller_shown_by(card) }
            }
            (action, phase) => unreachable!("{action} in {phase:?}"),
        };
        self.happen(event, tell);
        match action {
            Action::Pass => self.show_hand(tell),
            Action::Play(_) => self.finish_trick(tell),
            _ => (),
        }
    }

    /// Accepts deals recorded by earlier rules, which asked players again to raise though nothing
    /// was raised since their last call.
    fn apply_recorded(
        &mut self,
        action: Action,
        next: Option<Action>,
    ) -> Result<Vec<Event>, IllegalAction> {
        if let (Phase::Doubling(doubling), Action::Pass) = (&mut self.table.phase, action)
            && let Some(Action::Pass | Action::Raise(_)) = next
        {
            doubling.ask_again(&self.table.options);
        }
        self.apply(action)
    }

    /// Points that each seat's score changes by, radelci apart. Before the
    /// end: what a lost mond costs; nothing else is certain.
    fn returns(&self) -> BySeat<i32, MOST_SEATS> {
        let returns = match &self.table.phase {
            Phase::Finished(finished) => finished.result.scores(),
            Phase::Playing(playing) => Outcome::mond_penalties(playing),
            _ => BySeat::filled(self.table.options.seats(), 0),
        };
        returns.with_room()
    }
}
