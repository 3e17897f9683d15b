### Refusals and failures of the kernel: sign-in, mail, work that failed.

unauthenticated = Sign in first: the request carries no valid access token.
forbidden = Your roles do not allow this.
not_found = There is nothing at this address, or it is not yours to see.
invalid_input = The request cannot be understood.
conflict = This is not possible in the present state.
too_large = The upload is larger than this installation accepts.
too_slow = The request did not arrive in time; send it again.
rate_limited = Too many requests; wait a moment and try again.
misdirected = This is not the place to ask.
too_complex = The query asks for more than one answer may hold.
unavailable = A part this needs does not answer; try again in a moment.
product_fault = A fault in the product stopped this (incident { $incident })
identity_unavailable = The sign-in service does not answer; try again in a moment.
sign_in_endless = The sign-in service answers without end
sign_in_unexpected = The sign-in service answers with something else than expected
identity_locked = The sign-in service does not let Giroscope in: an operator has to mend it.
sign_in_not_permitted = The sign-in service does not give our account this right.
identity_refused = The sign-in service refuses this.
identity_mail = The sign-in service could not send the mail: its mail server has to be set up.
mail_server_silent = The mail server does not answer
mail_not_written = The mail could not be written
mail_refused = The mail server refused { $address }
address_unusable = { $address } cannot be used
