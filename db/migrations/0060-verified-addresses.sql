-- An e-mail address counts as somebody's only where their provider said that it verified it. Of the addresses noted so far
-- nobody knows; each becomes true at the next sign-in whose token says so.
alter table person add column email_verified boolean not null default false;
