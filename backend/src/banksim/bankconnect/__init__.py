"""Bank Connect as the data centres Bankdata, SDC and BEC run it."""
