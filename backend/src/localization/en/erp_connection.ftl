### What work with an ERP ends with.

product_fault = A fault in the product stopped this
connector_missing = There is no connector “{ $kind }” here
connector_gone = The connector “{ $kind }” is not installed any more
no_connector = There is no connector for this ERP here.
not_configured = No ERP is configured yet.
setting_missing = Something that the ERP needs is not set.
answered_wrongly = The ERP did not answer as it should.
payment_gone = There is no such payment any more
payment_changed = The payment was changed after it was read
payment_open = The payment is open
payment_claimed = The payment is claimed
payment_sent = The payment is sent
payment_accepted = The payment is accepted
payment_executed = The payment is executed
payment_booked = The payment is booked
payment_rejected = The payment is rejected
payment_returned = The payment is returned
payment_cancelled = The payment is cancelled
