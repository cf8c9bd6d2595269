-- The words of a code's text are sealed with a key that is not in the database; `body` is empty then.
alter table sms add column sealed_body bytea;

-- The pepper of codes is derived from the secret key from now on. Codes that wait were hashed with the old one.
delete from installation_secret where name = 'code_pepper';
update phone_challenge set expires_at = now() where code_hash is not null and used_at is null and expires_at > now();
update sms set body = '',
  last_error = case when status in ('pending', 'sending') then 'secret key replaced' else last_error end,
  status = case when status in ('pending', 'sending') then 'failed' else status end
where kind = 'code';
