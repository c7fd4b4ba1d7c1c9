//! The cards that the others presumably lack, inferred from their play
//! (Penzar's tablić, "Minimax igrač").

use vzetek_tablic::{Action, CardSet, Rank, points};

use super::Situation;
use super::moves::{Lister, equivalents, representatives, spoils};

/// The richest capture of each card from a table: worked out once for all the
/// moves that are looked at there.
#[derive(Clone, Copy, Debug)]
pub struct Offers {
    /// By rank: the points and the number of the cards that the richest
    /// capture takes from the table.
    best: [Option<(u8, u8)>; Rank::ALL.len()],
}

impl Offers {
    /// Returns the richest captures of these cards.
    pub fn new(lister: &mut Lister, cards: CardSet, table: CardSet) -> Self {
        let mut best = [None; Rank::ALL.len()];
        for card in representatives(cards) {
            let slot = &mut best[card.rank() as usize];
            if slot.is_none() {
                let (worth, count) = lister.richest(card, table);
                let own = if count > 0 { points(CardSet::single(card)) } else { 0 };
                *slot = Some((worth - own, count));
            }
        }
        Self { best }
    }

    /// Returns those of these cards that the player of this move presumably
    /// lacks: those that would bring more points, or as many with more cards of
    /// the table. Cards equivalent to the one played are not among them.
    pub fn lacking(&self, cards: CardSet, action: Action) -> CardSet {
        let brought = spoils(action);
        let mut lacking = CardSet::EMPTY;
        for card in representatives(cards) {
            if let Some((worth, count)) = self.best[card.rank() as usize]
                && count > 0
                && (worth + points(CardSet::single(card)), count) > brought
            {
                lacking |= cards & equivalents(card);
            }
        }
        lacking - equivalents(action.card)
    }
}

/// By seat, the cards that it presumably lacks, from all its moves since cards
/// were last dealt. After the last deal nothing is presumed any more.
pub fn presumed(situation: &Situation, lister: &mut Lister) -> Vec<CardSet> {
    let me = situation.seat();
    let mut lacking = vec![CardSet::EMPTY; situation.board.seats()];
    if situation.is_last_deal() {
        return lacking;
    }
    let others = || situation.moves.iter().filter(|seen| seen.seat != me);
    let mut hidden = situation.unseen;
    hidden.extend(others().map(|seen| seen.action.card));
    for seen in others() {
        let possible = hidden - lacking[seen.seat];
        let offers = Offers::new(lister, possible, seen.table);
        lacking[seen.seat] |= offers.lacking(possible, seen.action);
        hidden.remove(seen.action.card);
    }
    lacking
}

#[cfg(test)]
mod tests {
    use vzetek_tablic::Card;

    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn lacking(cards: &str, table: &str, action: &str) -> CardSet {
        let (mut lister, cards) = (Lister::default(), set(cards));
        Offers::new(&mut lister, cards, set(table)).lacking(cards, action.parse().unwrap())
    }

    #[test]
    fn who_lays_a_card_lacks_all_that_would_have_captured() {
        // Nothing adds up to a three, an eight takes the eight, a king the king.
        let hidden = "S3 D3 S8 C8 SK HK H5 D2";
        assert_eq!(lacking(hidden, "D8 CK", "S3"), set("S8 C8 SK HK"));
        // Another five could have been laid just as well.
        assert_eq!(lacking("H5 D5 SK", "CK", "H5"), set("SK"));
    }

    #[test]
    fn a_capture_rules_richer_ones_out_and_no_poorer_ones() {
        // Nine takes the nine; ten and queen would have brought points, the
        // eight takes one card without points, as the nine does.
        let hidden = "S9 S10 D10 HQ S8 D5";
        assert_eq!(lacking(hidden, "H9 C10 CQ D8", "S9xH9"), set("S10 D10 HQ"));
        // As many points with more cards: 11 takes 9 and 2 beside ... the ace.
        assert_eq!(lacking("SA S3 H8", "H8 D3 C5", "S3xD3"), set("SA H8"));
    }

    #[test]
    fn the_ten_of_diamonds_is_told_from_the_other_tens() {
        // With one point of its own a ten brings 2, the ten of diamonds 3.
        assert_eq!(lacking("S10 D10 HJ", "C10 SJ", "HJxSJ"), set("D10"));
    }
}
