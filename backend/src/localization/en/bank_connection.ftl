### What a bank connection, a test of it or its certificate work ends with.

connection_ended = This connection has ended
no_address = The operator has not said where this bank is reached; docs/banks.md says how.
root_certificate_missing = The root certificate { $file } is missing
certificate_of_another_key = The bank's certificate belongs to another key than the one made here.
certificate_used_by_another_company = Another realm of this installation uses this certificate or key. Each would fetch files that the other then never sees: ask the bank for a certificate of your own
certificate_used_here = Another connection here uses this certificate or key, perhaps in the other environment: order one for each
accounts_not_served = It is about accounts this connection does not serve: { $accounts }
certificate_days_left = { $name }: { $days } days left, until { $day }.
key_can_be_made = A new RSA key of 2048 bits can be made. It was thrown away.
request_can_be_signed = The request can be signed: { $bytes } bytes, which were not sent.
