"""Plays the first thing that comes to its mind:  pip install ./clients/python"""

import random
import vzetek


class Mine(vzetek.Bot):
    def choose(self, view, legal):
        return random.choice(legal)


Mine().run()
