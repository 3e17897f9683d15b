### What rules did, in messages and timelines.

fitted_transaction = The rule “{ $rule }” fits { $count } transaction (for { $people })
fitted_transactions = The rule “{ $rule }” fits { $count } transactions (for { $people })
fitted_payment = The rule “{ $rule }” fits { $count } payment (for { $people })
fitted_payments = The rule “{ $rule }” fits { $count } payments (for { $people })
held = The rule “{ $rule }”, version { $version }, holds { $count ->
    [one] { $count } payment
   *[other] { $count } payments
} back
marked = The rule “{ $rule }”, version { $version }, marked { $count ->
    [one] { $count } payment
   *[other] { $count } payments
}: { $labels }
lifted = Let go though rules held it back: { $reason }
approvals = The rule “{ $rule }”, version { $version }, asks for { $count } approvals
people_upload = those who upload
people_payment_approver = the payment approvers
people_account_management = the account managers
people_debug = those who look after rules
