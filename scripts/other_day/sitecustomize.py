"""Lets Python sleep while libfaketime tells it another time.

The library fakes no clock that only counts, and yet refuses to sleep by one, which is
how Python sleeps. Waiting for nothing takes as long.
"""

import select
import time


def _sleep(seconds: float) -> None:
    select.select([], [], [], seconds)


time.sleep = _sleep
