### Hvad en forbindelse gennem to mapper hedder.

title = Mappe
summary = Et andet program bærer filerne
