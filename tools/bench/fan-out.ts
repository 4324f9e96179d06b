import { makeMany, openBenchServer } from "./bench-server.ts";
import type { Loaded } from "./under-load.ts";
import { underLoad } from "./under-load.ts";

export interface Crowd {
  readonly couriers: number;
  readonly watchers: number;
  readonly seconds: number;
}

export type FanOut = Loaded & Crowd;

export const WHOLE_CROWD: Crowd = { couriers: 1_000, watchers: 200, seconds: 15 };

/** Couriers send where they are once a second and dispatchers hear it: through HTTP and the database. */
export async function benchFanOut({ couriers, watchers, seconds }: Crowd = WHOLE_CROWD): Promise<FanOut> {
  const server = await openBenchServer();
  try {
    const load = {
      kind: "crowd" as const,
      url: server.url,
      couriers: await makeMany(couriers, () => server.person("courier")),
      watchers: await makeMany(watchers, () => server.person("dispatcher")),
      seconds,
    };
    await server.db.pool.query(
      `insert into shift (org_id, id, courier_id, started_at)
       select org_id, gen_random_uuid(), courier_id, now() - interval '1 minute' from person where courier_id is not null`,
    );
    return { ...(await underLoad(load)), couriers, watchers, seconds };
  } finally {
    await server.close();
  }
}

if (process.argv[1]?.endsWith("fan-out.ts")) {
  const couriers = Number(process.argv[2] ?? WHOLE_CROWD.couriers);
  process.stdout.write(`${JSON.stringify(await benchFanOut({ ...WHOLE_CROWD, couriers }), undefined, 2)}\n`);
}
