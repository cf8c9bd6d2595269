-- A text that is sent later belongs to the trace of the request that made it (decision 57).
-- Locks: sms, for an instant; a column without a default.
alter table sms add column traceparent text;
