### What rules did, in messages and timelines.

fitted_transaction = Reglen »{ $rule }« passer på { $count } postering (til { $people })
fitted_transactions = Reglen »{ $rule }« passer på { $count } posteringer (til { $people })
fitted_payment = Reglen »{ $rule }« passer på { $count } betaling (til { $people })
fitted_payments = Reglen »{ $rule }« passer på { $count } betalinger (til { $people })
held = Reglen »{ $rule }«, udgave { $version }, holder betalinger tilbage: { $count }
marked = Reglen »{ $rule }«, udgave { $version }, har mærket betalinger med { $labels }: { $count }
lifted = Frigivet, selv om regler holdt { $count } betalinger tilbage: { $reason }
approvals = Reglen »{ $rule }«, udgave { $version }, kræver { $count } godkendelser
people_upload = dem, der uploader
people_payment_approver = betalingsgodkenderne
people_account_management = brugeradministratorerne
people_debug = dem, der passer reglerne
