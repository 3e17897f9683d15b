### Endpoints that are told nothing more.

gone = { $name } har svaret, at adressen er nedlagt (410). Der sendes ikke flere webhooks til den; en brugeradministrator kan slå den til igen under Brugeradministration › Webhooks.
failing = { $name } har ikke modtaget noget i tre dage. Der sendes ikke flere webhooks til den; ret fejlen, slå den til under Brugeradministration › Webhooks, og send det mislykkede igen.
