### What should have happened and has not.

status_missing = Banken har ikke svaret på { $name } inden for { $hours } timer efter afsendelsen
execution_missing = { $name } skulle udføres { $day }, og kontoudtogene til og med { $through } viser intet af den
month_changed = { $month } for { $name } er lukket, og der er kommet noget til den siden: posteringerne eller ultimosaldoen er nu nogle andre
month_proposed = { $who } foreslår at lukke { $month } for { $name }: en anden bekræfter eller afviser det
recall_missing = { $bank } har ikke svaret på anmodningen om tilbagekaldelse af { $name } inden for { $days } bankdage
erp_statement_replaced = ERP-systemet har en tidligere version af kontoudtog { $sequence } for { $name }, { $day }: ret det dér efter ændringerne
statement_gap = Der mangler et kontoudtog for { $name } før det fra { $day }{ $sequence }: primosaldoen er ikke ultimosaldoen på det foregående
statement_missing = Kontoudtoget for { $name } for { $day } er ikke kommet
format_ends = { $version } hos { $name } ophører { $date }: skift til { $instead } forinden
format_ended = { $version } hos { $name } ophørte { $date } og bruges stadig: skift til { $instead }
