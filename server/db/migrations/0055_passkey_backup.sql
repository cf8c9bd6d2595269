-- Whether the authenticator may copy the passkey to other devices, as it said first; null: not known yet. Then a counter that does
-- not rise is no sign of a thief.
alter table member_passkey add column backup_eligible boolean;
