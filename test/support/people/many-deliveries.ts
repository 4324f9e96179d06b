import pg from "pg";

/** Days behind today that a shop of this size has had, at 300 deliveries a day. */
export const PER_DAY = 300;

/**
 * Past deliveries with their quotes, orders, tasks, routes, stops, events, payments and commands, and one day of open ones, made by the database
 * itself: one statement a table. Foreign keys are not looked at.
 */
export async function fillDeliveries(
  pool: pg.Pool,
  {
    orgId,
    count,
    now,
    courierIds,
  }: { orgId: string; count: number; now: string; courierIds: readonly string[] },
): Promise<void> {
  // A connection without the pool's limits of time.
  const client = new pg.Client({ connectionString: pool.options.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query("select pg_get_indexdef('delivery_search'::regclass) as definition");
    await client.query(
      "begin; drop index delivery_search; set local session_replication_role = replica; set local work_mem = '64MB'",
    );
    await client.query(
      `create temporary table made on commit drop as
       select n, gen_random_uuid() as id, gen_random_uuid() as order_id, gen_random_uuid() as quote_id, gen_random_uuid() as collect,
              gen_random_uuid() as deliver, ($3::uuid[])[1 + n % cardinality($3::uuid[])] as courier_id,
              $2::timestamptz - (n / ${PER_DAY}) * interval '1 day' + (n % 8) * interval '1 hour' as start,
              n < ${PER_DAY} as open
       from generate_series(0, $1::int - 1) n`,
      [count, now, courierIds],
    );
    for (const statement of TABLES) await client.query(statement.replaceAll("$ORG", `'${orgId}'`));
    // Built at once it takes a fraction of what it takes row by row.
    await client.query(String(rows[0].definition));
    await client.query("commit");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

const ADDRESS = `jsonb_build_object('label', 'Canal Street ' || n % 90, 'point', '{"lon":10.9,"lat":50.2}'::jsonb)`;
const WHOLE = `${ADDRESS} || '{"street":null,"houseNumber":null,"postcode":null,"city":null,"detail":null,
  "precision":"street","pinConfirmed":true}'::jsonb`;
const REQUEST = `jsonb_build_object('pickup', ${WHOLE}, 'dropoff', ${WHOLE}, 'parcels', '[]'::jsonb,
  'serviceLevel', 'same_day')`;
const contact = (name: string) =>
  `jsonb_build_object('name', '${name} ' || n, 'phone', '+4930' || lpad(n::text, 8, '1'), 'email', null, 'note', '')`;

const TABLES = [
  `insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window, price,
     total_minor, currency, created_at, expires_at)
   select $ORG, quote_id, 'accepted', '{}', '', 1500, 'estimated', '{}', '{}', 1071, 'EUR', start, start from made`,
  `insert into sales_order (org_id, id, number, state, quote_id, request, price, total_minor, currency, sender, recipient,
     sender_doc, booking_key_hash, created_at)
   select $ORG, order_id, 'WB-' || lpad(n::text, 8, '0'), 'confirmed', quote_id, ${REQUEST}, '{}', 1071, 'EUR',
     ${contact("Sender")}, ${contact("Recipient")}, ' sender ' || n, 'none', start from made`,
  `insert into command (org_id, id, type, aggregate_id, body_hash, occurred_at, recorded_at)
   select $ORG, gen_random_uuid(), 'placeOrder', order_id, '', start, start from made`,
  `insert into delivery (org_id, id, number, order_id, sender, recipient, pickup, dropoff, parcels, service_level,
     window_start, window_end, pickup_start, pickup_end, distance_m, distance_source, price, total_minor, currency,
     custody, undeliverable_action, max_attempts, state_shown, courier_id, search_doc, created_at, version)
   select $ORG, id, 'WB-' || lpad(n::text, 8, '0'), order_id, '{"name":"Sender"}',
     jsonb_build_object('name', 'Recipient ' || n), ${ADDRESS}, ${ADDRESS}, '[{"size":"small","massG":900}]', 'same_day',
     start, start + interval '2 hours', start - interval '1 hour', start, 1500, 'estimated', '{}', 1071, 'EUR', 'sender',
     'return_to_sender', 2, case when open then 'created' else (array['delivered','returned','cancelled'])[1 + n % 3] end,
     case when not open then courier_id end, 'wb ' || n || ' sender recipient ' || n || ' canal street ' || n % 90,
     start - interval '2 hours', 1
   from made`,
  `insert into task (org_id, id, delivery_id, kind, try_no, state, courier_id, window_start, window_end, ordinal, changed_at)
   select $ORG, case k when 0 then collect else deliver end, id, (array['collect','deliver'])[1 + k], 1,
     case when open then 'open' else 'succeeded' end, case when not open then courier_id end,
     start - (1 - k) * interval '1 hour', start + k * interval '2 hours', k, start
   from made, generate_series(0, 1) k`,
  `insert into route (org_id, id, service_date, courier_id, revision, revised_at, last_change)
   select $ORG, gen_random_uuid(), start::date, courier_id, 1, min(start), '{}' from made where not open
   group by start::date, courier_id`,
  `insert into stop (org_id, route_id, seq, task_id)
   select $ORG, r.id, row_number() over (partition by r.id), t.id
   from made m join route r on r.courier_id = m.courier_id and r.service_date = m.start::date and not m.open,
   lateral (values (m.collect), (m.deliver)) t (id)`,
  `insert into event (org_id, aggregate, aggregate_id, seq, type, data, audience, actor_kind, occurred_at, recorded_at)
   select $ORG, 'delivery', id, 1, 'delivery.created', '{"state":"created"}', '{"staff":true}', 'system', start, start from made`,
  `insert into payment (org_id, id, order_id, state, provider, provider_ref, amount_minor, tax_minor, currency,
     authorized_minor, captured_minor, capture_before, created_at, settled_at)
   select $ORG, gen_random_uuid(), order_id, case when open then 'authorized' else 'captured' end, 'sandbox', 'pi_' || n,
     1071, 171, 'EUR', 1071, case when open then 0 else 1071 end, start + interval '7 days', start,
     case when not open then start + interval '2 hours' end from made`,
  `insert into report_delivery (org_id, delivery_id, order_id, version, timezone, day, hour, promised_end, promise, delivered_at,
     courier_id, area, zone, zones_version, level, price_minor, currency)
   select $ORG, id, order_id, 1, 'Europe/Berlin', start::date, extract(hour from start), start + interval '2 hours',
     case when open then 'open' else (array['on_time','missed','cancelled'])[1 + n % 3] end, null, courier_id,
     (10000 + n % 90)::text, 'zone-' || n % 9, 0, 'same_day', 1071, 'EUR' from made`,
  `insert into report_try (org_id, task_id, delivery_id, kind, nth, day, hour, ended_at, courier_id, area, zone, level, result,
     reason, stop_s, lon, lat, metres)
   select $ORG, case k when 0 then collect else deliver end, id, (array['collect','deliver'])[1 + k], 1, start::date,
     extract(hour from start), start, courier_id, (10000 + n % 90)::text, 'zone-' || n % 9, 'same_day',
     case when k = 1 and n % 9 = 0 then 'failed' else 'succeeded' end, case when k = 1 and n % 9 = 0 then 'refused' end,
     240, 10.9, 50.2, 900
   from made, generate_series(0, 1) k where not open`,
];
