"""Saved views: filter, order and columns of a list under a name.

What a view holds is the console's affair; this room keeps it, shares it with the realm
where its owner says so, and remembers which one each person begins with. Beside them it
keeps the order of rows that a person arranged by hand.
"""
