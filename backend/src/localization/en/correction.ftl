### Payments that are corrected and resubmitted, in messages and timelines.

made = Corrected and resubmitted ({ $count }): { $name }
held = Payment { $position } is on hold: the payment it replaces is no longer rejected or returned. Stop the file, or undo its import
paid_twice = Payment { $position } has been sent, and the payment it replaces is no longer rejected or returned. Compare with the bank and request recall of one of them
