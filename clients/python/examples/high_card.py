"""Tršet and kifameno by a rule of thumb: wins tricks that are worth something, and in
kifameno leaves them to the others."""

from vzetek import Bot, View
from vzetek.games.trset import ORDER, suit, thirds, winner


class HighCard(Bot):
    """Takes what is worth taking, and throws away what is worth least."""

    def choose(self, view: View, legal: list[str]) -> str:
        trick, options = view["trick"], view["options"]
        seat, seats = view["observer"], options["players"]
        cards = trick["cards"]
        wants = options["variant"] == "trset"
        weakest = min(legal, key=lambda card: (thirds([card]), not ORDER.above(card, "C4")))
        if not cards:
            return weakest
        best = ORDER.highest(card for card in cards if suit(card) == suit(cards[0])) or cards[0]
        beating = [card for card in legal if suit(card) == suit(best) and ORDER.above(card, best)]
        partners = seats == 4 and (winner(trick, seats) - seat) % 2 == 0
        if wants and beating and thirds(cards) and not partners:
            return ORDER.highest(beating) or weakest
        under = [card for card in legal if card not in beating]
        if not wants and under:
            return max(under, key=lambda card: thirds([card]))
        return weakest

    def declare(self, view: View, legal: list[str]) -> str:
        return legal[0]


if __name__ == "__main__":
    HighCard().run()
