### Endpoints that are told nothing more.

gone = { $name } answered that it is gone (410). Webhooks are not sent to it any more; an account manager can turn it on again under Account management › Webhooks.
failing = { $name } has taken nothing for three days. Webhooks are not sent to it any more; mend it, turn it on under Account management › Webhooks, and send what failed again.
