-- No card is kept, and none is charged while its holder is away: what is owed on top of a price is asked for by a link.
alter table payment_op drop column consent_id, drop column holder_ref, drop column card_ref;
drop table card_op;
drop table card_consent;
drop table card_holder;

alter table sandbox_bank.intent
  drop column customer_id, drop column keeps, drop column card_month, drop column card_year, drop column card_id;
drop table sandbox_bank.customer_session;
drop table sandbox_bank.kept_card;
drop table sandbox_bank.customer;
