### What the lines of an invoice say.

month_fee = { $plan }, subscription for a month
year_fee = { $plan }, subscription for a year
seats = { $plan }, further seats
journals = Journals beyond the included: { $used } used, { $included } included
sendings = Payment files sent beyond the included: { $used } sent, { $included } included
users = Users beyond the seats: { $used } signed in, { $included } seats
unused = { $plan }, { $seats } seats: not used, { $left } of { $whole } days
rest = { $plan }, { $seats } seats: { $left } of { $whole } days
credit = Credit for invoice { $number }: { $reason }

## What is counted, as it stands behind a number.

unit_month = { $count ->
    [one] month
   *[other] months
}
unit_year = { $count ->
    [one] year
   *[other] years
}
unit_seat = { $count ->
    [one] seat
   *[other] seats
}
unit_part = { $count ->
    [one] part
   *[other] parts
}
unit_journals = { $count ->
    [one] journal
   *[other] journals
}
unit_sendings = { $count ->
    [one] file
   *[other] files
}
unit_users = { $count ->
    [one] user
   *[other] users
}
