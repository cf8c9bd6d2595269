-- The limits of a number count the codes that a cap kept back too, and a sign-in ends every challenge of its number (decision 16).
-- Their queries find no index that leaves those challenges out.
-- Locks: ACCESS EXCLUSIVE on phone_challenge while the index is built over its rows, which are those of a day.
drop index phone_challenge_phone;
create index phone_challenge_phone on phone_challenge (phone, created_at);
