"""Lets the tests of this room import its factory and those of the records it rules."""
