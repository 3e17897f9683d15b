"""Refusals around passkeys, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class BadPasskeyAnswer(InvalidInput):
    """The device's answer does not verify; try again."""

    code = "passkeys.bad_answer"


class ChallengeOver(Conflict):
    """The request to the device is over or was answered already; try again."""

    code = "passkeys.challenge_over"


class UnknownPasskey(Forbidden):
    """This is not a passkey of yours that counts."""

    code = "passkeys.unknown"


class PasskeyUnconfirmed(Forbidden):
    """An account manager has to confirm this passkey before it counts."""

    code = "passkeys.unconfirmed"


class NoPasskey(Conflict):
    """You have no confirmed passkey here; register one under Passkeys."""

    code = "passkeys.none"


class OtherContent(Conflict):
    """The device signed something else than what would be decided now; look again."""

    code = "passkeys.other_content"


class PasskeyKnown(Conflict):
    """This passkey is registered already."""

    code = "passkeys.known"


class TooManyPasskeys(Conflict):
    """You have 10 passkeys; remove one first."""

    code = "passkeys.too_many"


class SignInStale(Forbidden):
    """Sign in again first: your last sign-in was too long ago for this."""

    code = "passkeys.sign_in_again"


class PasskeyReasonNeeded(InvalidInput):
    """Say why: the reason is kept with the removal."""

    code = "passkeys.reason_needed"


class AlreadyConfirmed(Conflict):
    """Somebody has decided about this passkey already; look again."""

    code = "passkeys.decided"


class AlreadyRemoved(Conflict):
    """This passkey is removed already."""

    code = "passkeys.already_removed"


class OwnPasskey(Forbidden):
    """Another account manager confirms your passkey."""

    code = "passkeys.own"


class ManagerNotIndependent(Forbidden):
    """You and the owner count as one: another account manager confirms."""

    code = "passkeys.manager_not_independent"


class BrokenProof(Conflict):
    """An approval by passkey does not verify any more; the payments are not sent."""

    code = "passkeys.broken_proof"
