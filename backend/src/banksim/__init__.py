"""A simulated bank that speaks the real protocols, with faults on demand.

Shares no code with `banklink`, so that the two cannot agree on a mistake.
"""
