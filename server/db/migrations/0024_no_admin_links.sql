-- Links to an operator panel were never made. ACCESS EXCLUSIVE on an empty table.
drop table admin_sign_in;
