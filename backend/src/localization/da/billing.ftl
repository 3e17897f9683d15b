### Messages on the subscription.

journals_80 = Det meste af det, abonnementet omfatter, er brugt: { $used } af { $included } journaler
journals_100 = Alt det, abonnementet omfatter, er brugt: { $used } af { $included } journaler
mail_refused = Faktura { $number } kunne ikke sendes til { $recipient }
overdue = Faktura { $number } er forfalden: { $amount } siden { $due }
paid = Faktura { $number } er betalt
paid_partly = Faktura { $number } er delvist betalt; der mangler { $amount }
paid_too_much = Der er betalt for meget på faktura { $number }: { $amount }
questioned = Der er gjort indsigelse mod faktura { $number }; der rykkes ikke imens
sendings_80 = Det meste af det, abonnementet omfatter, er brugt: { $used } af { $included } betalingsfiler
sendings_100 = Alt det, abonnementet omfatter, er brugt: { $used } af { $included } betalingsfiler
trial_ends = Prøveperioden slutter { $end }. Vælg en plan under Abonnementer
trial_over = Prøveperioden er slut. Vælg en plan; intet standser imens
users_80 = Det meste af det, abonnementet omfatter, er brugt: { $used } af { $included } brugere
users_100 = Alt det, abonnementet omfatter, er brugt: { $used } af { $included } brugere
