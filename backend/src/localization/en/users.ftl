### Messages on people.

guessed_at = { $count } failed sign-ins as { $name } within an hour, from { $places } addresses. If it was not { $name }, somebody is guessing: browsers they have used before still let them in
