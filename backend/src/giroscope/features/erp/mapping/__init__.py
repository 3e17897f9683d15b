"""Which payments of the ERP become which product of a bank, by rows people save."""
