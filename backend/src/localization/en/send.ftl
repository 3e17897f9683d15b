### The way of a payment file, in messages and timelines.

sent = The bank has the payment file
proven = What the bank sent shows that it has the payment file
refused = The bank refused the payment file; nothing of it is paid: { $reason }
unknown = Nobody knows whether the bank has the payment file. It is not sent again: ask the bank, then decide: { $reason }
gave_up = The bank could not be reached for a day. The payment file has not left; send it again when the bank answers: { $reason }
not_released = The payment file was withheld: its approvals do not verify. Nothing of it has left; find out who changed them before it is sent again
paused = The payment file waits until the bank's pause ends
not_reached = The bank was not reached. The payment file has not left and is tried again: { $reason }
not_ready = The payment file cannot leave yet and is tried again: { $reason }
cancelled = Stopped before anything left: { $reason }
decided_arrived = Decided that the bank has the file: { $reason }
decided_not_arrived = Decided that the bank does not have the file: { $reason }
again = Put in the queue once more
