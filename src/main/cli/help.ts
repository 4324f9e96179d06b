/** Fits one screen of 24 lines. */
export const HELP = `Waybill: last-mile delivery that you run yourself.

  waybill start              start everything; the last line says where
  waybill migrate [--plan]   bring the database up to date, or list what would run
  waybill reset --demo       throw the demo data away; the next start makes it anew
  waybill doctor             look for what would keep Waybill from running well
  waybill config check       check the settings and show them
  waybill map import FILE    use an OpenStreetMap extract (.osm.pbf) as the map

Examples
  npm start                                        the demo on http://localhost:8080
  npm start -- --port 9090 --data /srv/waybill     another port, another folder
  npx waybill config check --oidc-issuer https://id.example/realms/couriers
  DATABASE_URL=postgresql://user@db/waybill npx waybill migrate --plan
  npx waybill map import berlin.osm.pbf

Every setting is a flag (--time-zone) and a variable (WAYBILL_TIME_ZONE): docs/operating.md.
`;
