### Messages on bank connections.

activated = { $name } is connected; its certificate is valid until { $date }
activation_failed = { $name } could not be activated: { $reason }
answer_cut_off = { $name }: an answer was cut off at { $since }, and the bank gives a file only once. If a file is missing since ({ $kinds }), ask the bank to lay it out again
certificate_ended = { $name }: the certificate has ended; nothing is sent or fetched until it is activated with a new code from the bank
certificate_ends = { $name }: the certificate ends in { $days } days, on { $date }
certificate_refused = { $name } does not take our certificate any more: { $reason }. It may have been revoked at the bank; nothing is sent or fetched
failing = { $name } has not answered as it should since { $since }: { $reason }
file_refused = { $name } gave a file that is kept but not imported: { $file }. { $reason }
key_replacement_asked = { $by } asks for a new key of { $name }: { $reason }. Another account manager decides
name_corrected = { $name }: the agreement has the name “{ $right }”, not “{ $wrong }”; it was put right and asked for once more
recovered = { $name } answers again, after { $minutes } minutes
renewal_failed = { $name }: the certificate could not be renewed: { $reason }
renewed = { $name } has a new certificate, valid until { $date }
confirmation_asked = { $by } asks to confirm { $name }: { $reason }. Another account manager compares it with the bank’s letter and decides
