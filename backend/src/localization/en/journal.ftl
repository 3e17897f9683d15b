### Lines of a journal's timeline.

status_late = { $name } came late and changes nothing
status_repeated = { $name } says nothing new
status_unknown = Payments now { $status }, a code that is not known here: { $count }
status_strangers = { $count } lines of { $name } name payments that this journal does not hold
settled = Settled otherwise: { $reason }
unsettled = Taken up again
resolution_received = { $name } received
resolution_reimported = { $name } imported again
reimport_same = Importing { $name } again changed nothing
reimport_changed = Importing { $name } again changed: { $changed }
booked = Booked on { $name }
unbooked = { $name } took away an entry that booked a payment
payment_received = { $name } received
payment_reimported = { $name } imported again
status_received = { $name } received
status_reimported = { $name } imported again
statement_received = { $name } received
statement_reimported = { $name } imported again
status_stage = { $meaning } ({ $status }): { $count }
changed_state = state
changed_payments = payments { $was } → { $now }
changed_accepted = accepted { $was } → { $now }
changed_rejected = rejected { $was } → { $now }
changed_pending = pending { $was } → { $now }
changed_booked = booked { $was } → { $now }
