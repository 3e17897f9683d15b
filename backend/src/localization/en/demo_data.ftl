### Why demo data could not be made, paid or removed.

real_money = Made-up money has no place among real money.
payments_of_others = The company's people decide about its own payments alone.
not_up_for_approval = This journal is not up for approval.
held_by_rule = A rule holds payments of it back, until somebody lets them go.
file_with_errors = The payment file has errors and cannot be sent; upload a corrected one.
approval_of_others = The rules ask for somebody else's approval, or for somebody else's first.
payments_on_their_way = Its payments are on their way
own_payments_sent = Somebody's own payments left over the connection; they stay, and so does it.
still_importing = { $file }: it is still being imported
no_simulator = There is none beside this installation, or it does not answer.
no_simulated_bank = There is no simulated bank in this installation
simulated_bank_says = The simulated bank says: { $reason }
payment_file_not_imported = A payment file of demo data could not be imported
simulated_bank_refused = The simulated bank refused them; the journal says why
decided_otherwise = Somebody decided otherwise about its payments
simulated_bank_not_taken = The simulated bank did not take it
simulated_bank_not_paid = The simulated bank has not paid it yet
no_simulated_erp = There is no simulated ERP in this installation
simulated_erp_says = The simulated ERP says: { $reason }
simulated_erp_silent = The simulated ERP does not answer
simulated_erp_refuses = The simulated ERP takes nothing that is written to it
erp_configured_otherwise = Somebody else has changed the configuration of the ERP
erp_check_failed = A check of its configuration has failed
erp_payments_held = Its open payments are held back; the exchange says why
product_fault_alone = A fault in the product stopped it
file_blocked = { $file }: { $block }
