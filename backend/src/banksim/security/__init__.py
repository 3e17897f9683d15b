"""The bank's own XML security, on `xmlsec`; shares nothing with the clients'."""
