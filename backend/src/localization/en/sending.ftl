### What an attempt to send a payment file ends with.

stopped_on_the_way = The product was stopped while the file was on its way.
backup_restored = A backup was restored: the file may have left since it was made.
seal_differs = What was sealed is not what was approved.
decider_behind_file = { $name } stands behind the payment file and decided about it.
product_fault = A fault in the product stopped it ({ $fault }).
fault = A fault stopped it ({ $fault }).
