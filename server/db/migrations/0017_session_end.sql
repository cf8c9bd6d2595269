-- A session ends a year after its sign-in, however often it is used (`touchSession` keeps this for new uses).
update session set expires_at = least(expires_at, created_at + interval '365 days');
