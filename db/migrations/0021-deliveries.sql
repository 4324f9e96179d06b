-- Proofs that the ends of its tasks need, by the policy at its booking: a policy that is changed later refuses nothing that
-- was recorded under the old one. Null for deliveries booked before policies: the default rules held.
alter table delivery add column proof_needs jsonb;
