-- Contacts as rooms read them that only ask by which way somebody can be told.
create view delivery_contacts as
  select org_id, id, payer_id, sender, recipient
  from delivery;
select publish('delivery_contacts');
