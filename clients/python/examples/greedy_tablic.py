"""Tablić by greed: takes whatever is worth most now."""

from vzetek import Bot, View
from vzetek.games.tablic import points, read


class Greedy(Bot):
    """Prefers a tabla, then points, then many cards; lays the cheapest card."""

    def choose(self, view: View, legal: list[str]) -> str:
        def worth(action: str) -> tuple[int, int, int]:
            card, taken = read(action)
            tabla = bool(taken) and len(taken) == len(view["cards"])
            gain = points([card, *taken]) if taken else -points([card])
            return gain + tabla, len(taken), -len(card)

        return max(legal, key=worth)


if __name__ == "__main__":
    Greedy().run()
