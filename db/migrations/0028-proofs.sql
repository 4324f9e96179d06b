-- Rules may depend on the declared value and on parcels for adults; those that stand do not.
update proof_policy p set rules = (
  select coalesce(
    jsonb_agg(rule || jsonb_build_object('when',
      '{"minValueMinor": null, "ageRestricted": false}'::jsonb || (rule -> 'when')) order by place), '[]')
  from jsonb_array_elements(p.rules) with ordinality as one (rule, place)
);
