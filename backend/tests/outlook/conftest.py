"""Lets the tests of this room import the factories of the rooms below it."""
