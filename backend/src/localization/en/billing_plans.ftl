### What is wrong with the operator's price list.

unreadable = The plans cannot be read: { $why }
unusable = The plans cannot be used: { $place }: { $why }
