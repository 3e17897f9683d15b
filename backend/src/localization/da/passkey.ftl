### Messages on passkeys.

registered = { $person } har registreret adgangsnøglen { $passkey }. Den tæller, når en anden brugeradministrator har bekræftet den: spørg ejeren først
removed = { $actor } fjernede adgangsnøglen { $passkey } fra { $person }: { $reason }
