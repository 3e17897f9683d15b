### Why an import cannot be undone.

block_repeated = statement { $name } repeats entries of it, undo that one first
block_entries_added = { $name } added entries to its statement, undo that one first
block_details_added = { $name } added details to its entries, undo that one first
block_signed = its payments were signed for sending
block_answered = { $name } answers its payments
not_undone = This import cannot be undone: { $blocks }.
