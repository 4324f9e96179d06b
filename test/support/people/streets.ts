import { sql } from "kysely";
import { json } from "#server/db/db.ts";
import type { World } from "../world.ts";

const STREETS = ["Hill Road", "Mill Lane", "Market Street", "River Walk", "Garden Row", "Station Road"];
const SHOPS = ["Bakery Sommer", "Book Corner", "Old Pharmacy", "Flower Yard", "Tea House", "Key Smith"];

/** A small town of straight streets with numbered houses and a few shops, as an imported map would leave it. */
export async function buildStreets(world: World): Promise<void> {
  const houses = STREETS.flatMap((street, row) =>
    Array.from({ length: 40 }, (_, n) => ({
      kind: "address",
      label: `${street} ${n + 1}`,
      street,
      house_number: String(n + 1),
      lon: 10.9 + n * 0.0006,
      lat: 50.2 + row * 0.002,
    })),
  );
  const shops = SHOPS.map((label, n) => ({
    ...houses[n * 37],
    kind: "poi",
    label,
  }));
  await world.db.as({ orgId: world.orgId }, (tx) =>
    sql`
      insert into place (org_id, kind, label, doc, street, house_number, postcode, city, lon, lat, precision)
      select ${world.orgId}, g.kind, g.label, lower(g.label), g.street, g.house_number, '00710', 'Town', g.lon, g.lat,
        'rooftop'
      from jsonb_to_recordset(${json([...houses, ...shops])})
        as g(kind text, label text, street text, house_number text, lon float8, lat float8)`.execute(tx),
  );
}
