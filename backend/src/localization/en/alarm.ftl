### What should have happened and has not.

status_missing = The bank has not answered { $name } within { $hours } hours of sending
execution_missing = { $name } was to be carried out on { $day }, and the statements through { $through } show nothing of it
month_changed = { $month } of { $name } is closed, and something came for it since: its entries or its closing balance are others now
month_proposed = { $who } proposes to close { $month } of { $name }: somebody else confirms or rejects it
recall_missing = { $bank } has not answered the request for recall of { $name } within { $days } banking days
erp_statement_replaced = The ERP has an earlier version of statement { $sequence } of { $name }, { $day }: correct it there by what changed
statement_gap = A statement of { $name } is missing before that of { $day }{ $sequence }: its opening balance is not the closing balance of the one before it
statement_missing = The statement of { $name } for { $day } has not come
format_ends = { $version } of { $name } ends on { $date }: switch to { $instead } before that
format_ended = { $version } of { $name } ended on { $date } and is used still: switch to { $instead }
