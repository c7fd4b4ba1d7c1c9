"""Tarok for three and for four by rules of thumb: bids what the taroks allow, puts short
suits away, says kontra with many taroks, and plays high when a trick is worth it."""

from vzetek import Bot, View
from vzetek.games.tarok_cards import KINGS, best, is_tarok, points, suit
from vzetek.games.tarok_cards import ORDER, SKIS


class Cautious(Bot):
    """Plays only what it can hope to make."""

    def bid(self, view: View, legal: list[str]) -> str:
        strength = self._strength(view)
        wanted = "bid:one" if strength > 0.8 else "bid:two" if strength > 0.65 else "pass"
        return wanted if wanted in legal else "pass"

    def contract(self, view: View, legal: list[str]) -> str:
        weak = self._strength(view) < 0.5
        return legal[0] if weak or not legal[0].endswith("klop") else legal[1]

    def king(self, view: View, legal: list[str]) -> str:
        """Calls a king that somebody else must hold."""
        hand = view["hand"]
        return next((call for call in legal if call.removeprefix("call:") not in hand), legal[0])

    def talon(self, view: View, legal: list[str]) -> str:
        talon = view["phase"]["talon"]
        size = len(talon) // len(legal)
        groups = [talon[i : i + size] for i in range(0, len(talon), size)]
        worth = [sum(2 if is_tarok(c) else c in KINGS for c in group) for group in groups]
        return legal[worth.index(max(worth))]

    def discard(self, view: View, legal: list[str]) -> str:
        """Puts the shortest suit away, its dearest card first."""
        hand = view["hand"]

        def badness(action: str) -> tuple[bool, int, int]:
            card = action.removeprefix("discard:")
            length = sum(suit(other) == suit(card) for other in hand)
            return is_tarok(card), length, -points([card])

        return min(legal, key=badness)

    def announce(self, view: View, legal: list[str]) -> str:
        return "pass"

    def kontra(self, view: View, legal: list[str]) -> str:
        strong = self._strength(view) > 0.75 and SKIS in view["hand"]
        raised = view["phase"]["undertaking"]["stakes"][0]["raises"]
        return "raise:game" if strong and not raised and "raise:game" in legal else "pass"

    def choose(self, view: View, legal: list[str]) -> str:
        trick = view["phase"]["trick"]
        cards = trick["cards"]
        cheapest = min(legal, key=lambda card: (points([card]), is_tarok(card)))
        holding = best(trick)
        if holding is None:
            return ORDER.highest(card for card in legal if is_tarok(card)) or cheapest
        top = ORDER.highest(legal) or cheapest
        winning = best({**trick, "cards": [*cards, top]}) == top
        return top if winning and points(cards) > 1 else cheapest

    @staticmethod
    def _strength(view: View) -> float:
        """The share of taroks in the hand, high ones and kings counted more."""
        hand = view["hand"]
        taroks = [int(card[1:]) for card in hand if is_tarok(card)]
        high = sum(number > 15 for number in taroks)
        return (len(taroks) + 0.5 * high + sum(card in KINGS for card in hand)) / len(hand)


if __name__ == "__main__":
    Cautious().run()
