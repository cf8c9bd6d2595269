-- Counts the card setups of an account in the last 24 hours (server/payments/card-attempt-caps.ts).
create index card_setup_account on card_setup (account_id, created_at);
