### Requests for recall, in messages and timelines.

asked = Recall of payments asked for ({ $count }), for a second person to confirm: { $reason }
confirmed = Request for recall confirmed
declined = Request for recall declined: { $reason }
withdrawn = Request for recall withdrawn
queued = { $name } waits to leave
sent = The bank has the request for recall
proven = What the bank sent shows that it has the request for recall
send_refused = The bank refused the request for recall; phone it: { $reason }
unknown = Nobody knows whether the bank has the request for recall. It is not sent again: ask the bank, then decide: { $reason }
gave_up = The bank could not be reached for a day. The request for recall has not left; phone the bank: { $reason }
not_released = The request for recall was withheld: the file in its place asks no payments back. Nothing has left; find out who changed it
paused = The request for recall waits until the bank's pause ends; phone the bank
not_reached = The bank was not reached. The request for recall is tried again: { $reason }
not_ready = The request for recall cannot leave yet and is tried again: { $reason }
cancelled = Stopped before anything left: { $reason }
decided_arrived = Decided that the bank has the file: { $reason }
decided_not_arrived = Decided that the bank does not have the file: { $reason }
again = Put in the queue once more
accepted = Taken back by the bank: { $count }
pending = The bank works on taking them back: { $count }
refused = Not given back by the bank: { $count }
refused_why = Not given back by the bank ({ $meaning }): { $count }
accepted_why = Taken back by the bank ({ $meaning }): { $count }
pending_why = The bank works on taking them back ({ $meaning }): { $count }
