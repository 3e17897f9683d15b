"""Refusals around asking payments back, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden


class NotSentHere(Conflict):
    """These payments did not leave over a connection here; ask the bank directly."""

    code = "recalls.not_sent_here"


class NotSent(Conflict):
    """The bank does not have these payments; stop them in the queue instead."""

    code = "recalls.not_sent"


class OutcomeOpen(Conflict):
    """Nobody knows yet whether the bank has these payments; decide that first."""

    code = "recalls.outcome_open"


class NoWay(Conflict):
    """This bank takes no request for recall over its connection; phone the bank."""

    code = "recalls.no_way"


class NoConnection(Conflict):
    """The connection these payments left by is at an end; phone the bank."""

    code = "recalls.no_connection"


class NothingToRecall(Conflict):
    """None of these payments can be called back; refused and returned ones cannot."""

    code = "recalls.nothing_to_recall"


class NotRecallable(Conflict):
    """Some of the chosen payments cannot be called back; refused ones cannot."""

    code = "recalls.not_recallable"


class AlreadyRecalled(Conflict):
    """Some of these payments are called back already; wait for the bank's answer."""

    code = "recalls.already"


class NotWaiting(Conflict):
    """This request does not wait for anybody any more; look again."""

    code = "recalls.not_waiting"


class SecondPerson(Forbidden):
    """Somebody else confirms it: not who asked, nor who counts as one with them."""

    code = "recalls.second_person"


class NotAsker(Forbidden):
    """Only who asked takes the request back; others decline it."""

    code = "recalls.not_asker"


class NotWritable(Conflict):
    """No request can be written for these payments; phone the bank."""

    code = "recalls.not_writable"
