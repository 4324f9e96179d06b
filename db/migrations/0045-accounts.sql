-- Active members with the address that their provider verified; null where there is none.
create view members as
  select org_id, id, name, locale, roles, case when email_verified then email end as email
  from person where status = 'active';
select publish('members');
