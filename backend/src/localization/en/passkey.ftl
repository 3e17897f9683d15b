### Messages on passkeys.

registered = { $person } registered the passkey { $passkey }. It counts once another account manager has confirmed it: ask the owner before
removed = { $actor } removed the passkey { $passkey } of { $person }: { $reason }
