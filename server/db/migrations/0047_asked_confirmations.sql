-- When a bank of the sandbox asked the customer to confirm a payment: a step of the sandbox. Unlike `created_at`, which is compared
-- with the books, it moves with the clock of the world. Null for what was asked before this migration.
alter table sandbox_authorization add column asked_at timestamptz;
