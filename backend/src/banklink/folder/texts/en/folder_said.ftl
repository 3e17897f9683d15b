### What a folder refuses.

no_certificates = A folder has no certificates.
