-- The story of a test job is known also after its personal data is removed: its row keeps the number that chose the story, and stays
-- when the story is over. The numbers of stories belong to no person.
-- Locks: ACCESS EXCLUSIVE on sandbox_story, for as long as it takes to read the jobs of its rows.
alter table sandbox_story add column phone text;
-- Null when the story is over.
alter table sandbox_story alter column next_at drop not null;

update sandbox_story story set phone = job.customer_phone from job where job.id = story.job_id;

create or replace function begin_sandbox_story() returns trigger language plpgsql as $$
begin
  insert into sandbox_story (job_id, key_id, phone, next_at) values (new.id, new.key_id, new.customer_phone, new.created_at);
  return null;
end $$;
