-- The person of a sandbox's world who signs in gets a text with a code too. No sign-in accepts that code, so the text has no
-- challenge, and belongs to the test job.
-- Locks: ACCESS EXCLUSIVE on sms while the check reads every row (about a second for 10 million).
alter table sms drop constraint sms_about;
alter table sms add constraint sms_about check (case kind
  when 'draft' then job_id is not null and num_nonnulls(challenge_id, notice_id, account_id) = 0
  when 'code' then num_nonnulls(job_id, challenge_id) = 1 and (job_id is null or mode = 'test')
    and num_nonnulls(notice_id, account_id) = 0
  when 'notice' then num_nonnulls(notice_id, account_id) = 2 and challenge_id is null
end);
