### Messages on people.

guessed_at = { $count } mislykkede forsøg på at logge ind som { $name } inden for en time, fra { $places } adresser. Var det ikke { $name }, er der nogen, der gætter: browsere, som { $name } har brugt før, lukker stadig ind
