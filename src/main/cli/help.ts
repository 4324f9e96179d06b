import { commandLines } from "./commands.ts";

/** Fits one screen of 24 lines. */
export const HELP = `Waybill: last-mile delivery that you run yourself.

${commandLines()
  .map((line) => `  ${line}`)
  .join("\n")}

Examples
  npm start                                        the demo on http://localhost:8080
  npm start -- --port 9090 --data /srv/waybill     another port, another folder
  npx waybill config check --oidc-issuer https://id.example/realms/couriers
  DATABASE_URL=postgresql://user@db/waybill npx waybill migrate --plan
  npx waybill map import berlin.osm.pbf

Every setting is a flag (--time-zone) and a variable (WAYBILL_TIME_ZONE): docs/operating.md.
`;
