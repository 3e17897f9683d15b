### What all areas use.

with_detail = { $sentence } { $detail }
in_own_words = { $da }
