"""A day as it is read: in English with its month's name, in Danish by number."""

from datetime import date

from erplink import Words


def day_words(day: date) -> Words:
    """The day in both languages; neither can be taken for another day."""
    return Words(
        f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
        f"{day.day}.{day.month}.{day.year}",
    )


_MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
