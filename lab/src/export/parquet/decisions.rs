//! The rows of `decisions.parquet`: the player's knowledge, the legal actions, the decision, and
//! its result.

use arrow_array::builder::{
    BooleanBuilder, Float32Builder, Int16Builder, Int32Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use vzetek_game::{Card as _, Observer, Seat};
use vzetek_store::{GamePlayerRow, MoveRow};

use super::columns::{columns, push_list, push_lists};
use super::deals::{Deal, signed, small};
use super::numbering::{Numbered, Situation, numbers};
use crate::export::facts::by;

columns! {
    /// The columns of decisions.
    Decisions {
        game: StringBuilder, false, "The deal: `game` of deals.", "";
        move_number: Int16Builder, false, "The number of the decision in the deal, from 1.", "";
        player_count: Int16Builder, false, "The number of players.", "";
        dealer: Int16Builder, false, "The seat that dealt.", "";
        seat: Int16Builder, false, "The seat whose turn it was.", "";
        player: StringBuilder, true, "The account that sat there.", "";
        player_kind: StringBuilder, false, "What it was then: guest, person or bot.", "";
        player_level: StringBuilder, true, "A bot's level.", "";
        rating: Int16Builder, true, "The player's rating before the match, where the match ended with this deal and changed it.", "Glicko-2 points";
        moved_by: StringBuilder, false, "Who decided: player, substitute (a bot in the player's place) or server (such as when time ran out).", "";
        decided_by: StringBuilder, true, "The account that decided; null for the server.", "";
        decider_kind: StringBuilder, true, "What it was then: guest, person or bot; null for the server.", "";
        decider_level: StringBuilder, true, "The level of a bot that decided.", "";
        decided_at: TimestampMicrosecondBuilder, false, "When the server accepted it.", "microseconds, UTC";
        thinking_ms: Int32Builder, false, "How long it took; 0 for what was laid down after a claim.", "milliseconds";
        hand: ListBuilder<Int16Builder>, false, "The player's cards before the decision, by rising number.", "card";
        known: ListBuilder<ListBuilder<Int16Builder>>, false, "By seat, cards of which everybody knew that they were in that hand: drawn, declared, taken from the talon or laid open. In tablić none.", "card";
        hand_sizes: ListBuilder<Int16Builder>, false, "By seat, the number of cards in the hand.", "cards";
        table_cards: ListBuilder<Int16Builder>, false, "The cards on the table: of a trick in the order played, the one that was led first; in tablić by rising number.", "card";
        leader: Int16Builder, true, "The seat that leads the trick; null in tablić and before the first trick of tarok.", "";
        piles: ListBuilder<ListBuilder<Int16Builder>>, false, "By seat, the cards captured so far, by rising number.", "card";
        stock: Int16Builder, false, "Cards still to be drawn or dealt; in tarok those of the talon that lie face down.", "cards";
        tricks: ListBuilder<Int16Builder>, true, "By seat, the tricks taken so far; null in tablić.", "tricks";
        tablas: ListBuilder<Int16Builder>, true, "By seat, how often the whole table was captured; null but in tablić.", "";
        last_taker: Int16Builder, true, "The seat that took the trick before; null before the first is complete, and in tablić.", "";
        phase: StringBuilder, true, "The phase of a deal of tarok: bidding, choosing, calling, taking, discarding, announcing, doubling or playing; null elsewhere.", "";
        contract: StringBuilder, true, "The contract of tarok, once it is chosen.", "";
        declarer: Int16Builder, true, "The declarer's seat in tarok; in klop the forehand, who plays alone as all do.", "";
        called: Int16Builder, true, "The king that was called, of four players.", "card";
        sides: ListBuilder<StringBuilder>, true, "By seat, the side in tarok as far as the player knew it: declarer, defenders or unknown; null before the contract is chosen and in klop.", "";
        talon: ListBuilder<Int16Builder>, true, "The talon of tarok that was turned up: in its order until a group is taken, then the cards left.", "card";
        discards: ListBuilder<Int16Builder>, true, "The player's own cards put away face down in tarok.", "card";
        legal: ListBuilder<Int16Builder>, false, "Everything that was legal. In tablić the played card of each action; what it captures stands at the same place of legal_captured.", "action";
        legal_captured: ListBuilder<ListBuilder<Int16Builder>>, true, "What each legal action of tablić captures, nothing if the card is laid down; null elsewhere.", "card";
        legal_cut: BooleanBuilder, false, "True if more was legal than is listed: on a large table of tablić.", "";
        action: StringBuilder, false, "The decision, in the game's notation.", "";
        action_id: Int16Builder, false, "The decision as a number; in tablić the card that was played.", "action";
        captured: ListBuilder<Int16Builder>, true, "What was captured in tablić, nothing if the card was laid down; null elsewhere.", "card";
        so_far: ListBuilder<Int16Builder>, false, "By seat, what was certain before the decision: in tršet the thirds of the side with declarations, in kifameno below 0; in tarok points, a lost mond alone; in tablić points of cards and tablas.", "thirds in tršet and kifameno, points elsewhere";
        card_points: Int16Builder, true, "The points of the cards that the player took in the whole deal; null where they do not decide.", "thirds in tršet and kifameno, points elsewhere";
        points: Int16Builder, true, "The points that the player wrote down for the deal.", "points";
        won: BooleanBuilder, true, "True if the player won the deal, forfeits considered.", "";
        forfeited: BooleanBuilder, true, "True if the player stayed away or had more than half of the decisions made by others, and lost for it.", "";
        took_last_trick: BooleanBuilder, true, "True if the player took the last trick of the deal; null in tablić.", "";
        loss: Float32Builder, true, "Room for a review: what the decision lost against the best one. Null so far.", "points";
        loss_se: Float32Builder, true, "The standard error of loss. Null so far.", "points";
        analyser: StringBuilder, true, "Who judged it, with version. Null so far.", "";
    }
}

impl Decisions {
    /// Adds a decision, apart from what only the end of the deal says.
    pub(super) fn push<G: Numbered>(
        &mut self,
        of: &Deal<'_>,
        state: &G,
        turn: Seat,
        row: &MoveRow,
        action: &G::Action,
    ) -> anyhow::Result<()> {
        let player = &of.game.row.players[turn.index()];
        self.push_keys(of, player, row)?;
        let view = state.view(Observer::Seat(turn));
        self.push_situation(&G::situation(&view));
        self.last_taker.append_option(state.last_taker().map(|seat| seat.index() as i16));
        let legal = state.legal_actions();
        push_list!(self.legal, legal.iter().map(|action| signed(G::action_id(action))));
        match G::captured(action) {
            Some(captured) => {
                let captures = legal.iter().filter_map(G::captured);
                push_lists!(self.legal_captured, captures.map(|cards| numbers(cards.bits())));
                push_list!(self.captured, captured.iter().map(|card| card.index()));
            }
            None => {
                self.legal_captured.append(false);
                self.captured.append(false);
            }
        }
        self.legal_cut.append_value(state.is_list_cut());
        self.action.append_value(&row.action);
        self.action_id.append_value(signed(G::action_id(action)));
        for &value in state.returns().as_slice() {
            self.so_far.values().append_value(small(value, "points so far")?);
        }
        self.so_far.append(true);
        self.push_outcome(player)
    }

    fn push_keys(
        &mut self,
        of: &Deal<'_>,
        player: &GamePlayerRow,
        row: &MoveRow,
    ) -> anyhow::Result<()> {
        self.game.append_value(&of.name);
        self.move_number.append_value(small(row.number, "the number of a move")?);
        self.player_count.append_value(of.game.row.players.len() as i16);
        self.dealer.append_value(of.game.row.dealer.into());
        self.seat.append_value(row.seat.into());
        let seated = of.seated(player);
        self.player.append_option(seated.name.as_deref());
        self.player_kind.append_value(seated.kind);
        self.player_level.append_option(seated.level);
        let step = player.rating.and_then(|rating| rating.step);
        let rating = step.map(|step| small(of.identity.rating(step.before), "a rating"));
        self.rating.append_option(rating.transpose()?);
        self.moved_by.append_value(by(row.by));
        let decider = of.decider(row, player);
        self.decided_by.append_option(decider.as_ref().and_then(|decider| decider.name.as_deref()));
        self.decider_kind.append_option(decider.as_ref().map(|decider| decider.kind));
        self.decider_level.append_option(decider.as_ref().and_then(|decider| decider.level));
        self.decided_at.append_value(of.identity.time(row.at));
        self.thinking_ms.append_value(of.identity.thinking(row.thinking_ms));
        Ok(())
    }

    fn push_situation(&mut self, situation: &Situation) {
        push_list!(self.hand, numbers(situation.hand));
        push_lists!(self.known, situation.known.iter().map(|&cards| numbers(cards)));
        push_list!(self.hand_sizes, situation.hand_sizes.iter().copied());
        push_list!(self.table_cards, situation.table_cards.iter().copied());
        self.leader.append_option(situation.leader.map(i16::from));
        push_lists!(self.piles, situation.piles.iter().map(|&cards| numbers(cards)));
        self.stock.append_value(situation.stock.into());
        for (column, counts) in
            [(&mut self.tricks, &situation.tricks), (&mut self.tablas, &situation.tablas)]
        {
            match counts {
                Some(counts) => push_list!(*column, counts.iter().copied()),
                None => column.append(false),
            }
        }
        let tarok = situation.tarok.as_ref();
        self.phase.append_option(tarok.map(|tarok| tarok.phase));
        self.contract.append_option(tarok.and_then(|tarok| tarok.contract));
        self.declarer.append_option(tarok.and_then(|tarok| tarok.declarer).map(i16::from));
        self.called.append_option(tarok.and_then(|tarok| tarok.called).map(i16::from));
        match tarok.and_then(|tarok| tarok.sides.as_ref()) {
            Some(sides) => self.sides.append_value(sides.iter().map(Some)),
            None => self.sides.append(false),
        }
        match tarok.and_then(|tarok| tarok.talon.as_ref()) {
            Some(talon) => push_list!(self.talon, talon.iter().copied()),
            None => self.talon.append(false),
        }
        match tarok {
            Some(tarok) => push_list!(self.discards, numbers(tarok.discards)),
            None => self.discards.append(false),
        }
    }

    fn push_outcome(&mut self, player: &GamePlayerRow) -> anyhow::Result<()> {
        let points = player.card_points.map(|points| small(points, "points of cards"));
        self.card_points.append_option(points.transpose()?);
        let points = player.points.map(|points| small(points, "points"));
        self.points.append_option(points.transpose()?);
        self.won.append_option(player.won);
        self.forfeited.append_option(player.forfeited);
        self.loss.append_null();
        self.loss_se.append_null();
        self.analyser.append_null();
        Ok(())
    }

    /// Adds to the decisions of a deal who took its last trick.
    pub(super) fn end(&mut self, moves: &[MoveRow], taker: Option<Seat>) {
        for row in moves {
            let took = taker.map(|taker| taker.index() == usize::from(row.seat));
            self.took_last_trick.append_option(took);
        }
    }
}
