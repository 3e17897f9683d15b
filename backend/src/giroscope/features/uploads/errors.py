"""What this room refuses, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict


class NoWork(Conflict):
    """There is no work on this upload."""

    code = "uploads.no_work"


class NotAnImport(Conflict):
    """Only an import can be cancelled."""

    code = "uploads.not_an_import"


class NotRetryable(Conflict):
    """Only an import that did not succeed can be tried again."""

    code = "uploads.not_retryable"


class OnRightPage(Conflict):
    """This file is on the right page already."""

    code = "uploads.on_right_page"


class NotUndoable(Conflict):
    """Only a completed import can be undone."""

    code = "uploads.not_undoable"
