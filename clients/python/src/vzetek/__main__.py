"""`python -m vzetek`: plays with a bot, answers documents, verifies records."""

from .command import main

main()
