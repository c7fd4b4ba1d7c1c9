//! Sentences about the measurements that the pages say again and again.

/// The games.
pub const GAMES: &str = "\
    Tršet for two without declarations. Every deal is played twice with the agents' seats \
    swapped, and the same deals serve every measurement, so that luck with the cards counts for \
    less than in the tršet thesis, which does not say who sat where. A deal's two games count as \
    one observation in the intervals.";

/// The search's parameters, where the tršet thesis leaves some open.
pub fn parameters(open: &str) -> String {
    format!(
        "The search is that of section 4.2: `Q + C·sqrt(ln N / n)` over the cards at hand, hidden \
         cards dealt anew for every playout, even draws among the legal cards in playouts, values \
         `α·win + (1-α)·points` with points from 0 to 1, the final move by UCT. The tršet thesis \
         leaves open here, or the text we have of it has lost, {open}; ours are `C` = 0.5 and `α` \
         = 0.9 wherever nothing else is said."
    )
}

/// A single playout, which amounts to chance.
pub const ONE_PLAYOUT: &str = "\
    One playout is played as chance: UCT values a card not yet tried above all others, in the \
    final choice too, and after one playout nearly all are that.";

/// Returns the reason why a player does not differ from itself.
pub fn same_agents(at: &str) -> String {
    format!(
        "At {at} both agents are the same. Over duplicate deals such a pair plays the same game \
         twice and comes out at exactly a half; in the tršet thesis it is a measure of chance."
    )
}

/// The meaning of C = 0.
pub const NOTHING_EXPLORED: &str = "\
    With C = 0 an untried card is worth nothing instead of more than all others (sections 3.5.2 \
    and 4.2), in the tršet thesis and here: the agent keeps to the first card that brought \
    anything. So figure 15 begins as low as in the tršet thesis, but not figure 12, whose 81.4% \
    an agent had here that tried every card once (81.0% ± 7.3).";
