"""Errors of the kit: each is a sentence for the person who made the mistake."""


class BoomkitError(Exception):
    """Say what came, what was expected and what to do: the base of every error the kit raises on purpose."""


class UnknownGameError(BoomkitError, LookupError):
    """No installed game has this name."""


class OptionError(BoomkitError, ValueError):
    """An option of a game is unknown or its value is out of range."""


class PositionError(BoomkitError, ValueError):
    """A position text cannot be read, or the position it describes is impossible."""


class IllegalActionError(BoomkitError, ValueError):
    """An action or an outcome may not be applied in this state; the message names the clause."""


class NotOverError(BoomkitError, RuntimeError):
    """A result was asked for before the game is over."""


class ChanceError(BoomkitError, RuntimeError):
    """A question about chance was asked where chance does not decide, or about a decision where it does."""


class RulebookError(BoomkitError, ValueError):
    """A rulebook file breaks its own format."""
