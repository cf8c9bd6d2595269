-- Who accepted which version of the operator's terms, and when. Earlier versions stay, as they held for earlier jobs.
create table accepted_terms (
  account_id uuid not null references account (id),
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (account_id, version)
);
create trigger accepted_terms_of_account before insert on accepted_terms
  for each row execute function refuse_erased_account('account_id');
