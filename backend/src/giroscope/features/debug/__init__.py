"""For who supports the product: mails of a laptop, health, settings, and the clock.

Lends `Bench`, what the room works with.
"""

from giroscope.features.debug.bench import Bench

__all__ = ["Bench"]
