### What the lines of an invoice say.

month_fee = { $plan }, abonnement for en måned
year_fee = { $plan }, abonnement for et år
seats = { $plan }, ekstra brugerpladser
journals = Journaler ud over de inkluderede: { $used } brugt, { $included } inkluderet
sendings = Afsendte betalingsfiler ud over de inkluderede: { $used } sendt, { $included } inkluderet
users = Brugere ud over pladserne: { $used } har været logget ind, { $included } pladser
unused = { $plan }, { $seats } pladser: ikke brugt, { $left } af { $whole } dage
rest = { $plan }, { $seats } pladser: { $left } af { $whole } dage
credit = Kreditering af faktura { $number }: { $reason }

## What is counted, as it stands behind a number.

unit_month = { $count ->
    [one] måned
   *[other] måneder
}
unit_year = { $count ->
    [one] år
   *[other] år
}
unit_seat = { $count ->
    [one] plads
   *[other] pladser
}
unit_part = { $count ->
    [one] andel
   *[other] andele
}
unit_journals = { $count ->
    [one] journal
   *[other] journaler
}
unit_sendings = { $count ->
    [one] fil
   *[other] filer
}
unit_users = { $count ->
    [one] bruger
   *[other] brugere
}
