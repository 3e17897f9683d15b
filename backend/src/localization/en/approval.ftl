### Approvals, in messages and timelines.

waiting = Put up for approval, to leave by { $connection_name }
given = Approved
given_for = Approved, for { $absent }
given_why = Approved: { $reason }
given_for_why = Approved, for { $absent }: { $reason }
complete = Approved; all approvals are there
complete_for = Approved; all approvals are there, for { $absent }
complete_why = Approved; all approvals are there: { $reason }
complete_for_why = Approved; all approvals are there, for { $absent }: { $reason }
rejected = Rejected: { $reason }
rejection_undone = Rejection taken back
undone = Approval taken back
reopened = Put up for approval again
voided = The approval of { $people } counts no more
more_needed = It leaves by another connection now, whose rules ask for more approvals
signed = Signed for sending
expired = Not approved in time; nothing was sent
date_passed = Payments were not approved before their execution date; nothing was sent. Make a new file with a later date
waited_too_long = Payments were not approved in time; nothing was sent. They can be put up for approval again
