### What an attempt to send a payment file ends with.

stopped_on_the_way = Produktet blev standset, mens filen var på vej.
backup_restored = En sikkerhedskopi blev gendannet: filen kan være sendt, siden den blev taget.
seal_differs = Det, der blev forseglet, er ikke det, der blev godkendt.
decider_behind_file = { $name } står bag betalingsfilen og har taget stilling til den.
product_fault = En fejl i produktet standsede den ({ $fault }).
fault = En fejl standsede den ({ $fault }).
