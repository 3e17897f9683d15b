"""Takes payments from the ERP to journals, and tells the ERP what became of them."""
