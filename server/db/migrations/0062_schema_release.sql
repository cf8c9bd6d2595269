-- Which versions may run on this schema, so a node of the version before starts on it, and one that is too old says so (decision 59).
-- Locks: none; a new table.
create table schema_release (
  id boolean primary key default true check (id),
  -- The oldest version that may run on it.
  oldest text not null,
  -- The newest version that has migrated it.
  newest text not null
);
