### Messages on the subscription.

journals_80 = Most of what the subscription includes is used: { $used } of { $included } journals
journals_100 = All of what the subscription includes is used: { $used } of { $included } journals
mail_refused = Invoice { $number } could not be mailed to { $recipient }
overdue = Invoice { $number } is overdue: { $amount } since { $due }
paid = Invoice { $number } is paid
paid_partly = Invoice { $number } was paid in part; { $amount } are left
paid_too_much = More was paid than invoice { $number } asks: { $amount }
questioned = Invoice { $number } is disputed; no reminder goes out meanwhile
sendings_80 = Most of what the subscription includes is used: { $used } of { $included } payment files
sendings_100 = All of what the subscription includes is used: { $used } of { $included } payment files
trial_ends = The trial ends on { $end }. Choose a plan under Subscriptions
trial_over = The trial has ended. Choose a plan; nothing stops meanwhile
users_80 = Most of what the subscription includes is used: { $used } of { $included } users
users_100 = All of what the subscription includes is used: { $used } of { $included } users
