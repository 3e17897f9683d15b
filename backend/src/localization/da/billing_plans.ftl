### What is wrong with the operator's price list.

unreadable = Planerne kan ikke læses: { $why }
unusable = Planerne kan ikke bruges: { $place }: { $why }
