import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { rows } from "#server/db/db.ts";
import { sql } from "kysely";
import { runPass } from "../findings/pass.ts";
import type { PastNews } from "../gateway.ts";
import { NEWS_JOB } from "../inbox.ts";
import { noteAllNews } from "../inbox-row.ts";
import type { Desk } from "../run-operation.ts";
import { gateOf } from "../gate/gate-row.ts";
import { readList } from "./walk.ts";

/** Events are listed a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists events of thirty days. */
const KEPT_MS = 29 * DAY_MS;
/** 2,000 events: an outage of days is caught up with over some passes. */
const PAGES = 20;
const EVERY_MS = 4 * MINUTE_MS;

/** Looks through the provider's own list for what no webhook told us, for every organisation. */
export async function catchUpAll(desk: Desk): Promise<void> {
  const orgs = await desk.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await catchUp(desk, id);
}

/** The account by its own name, which keys that change do not change; where our key may not ask, by the key's. */
export const accountOf = ({ db, clock, provider }: Desk, orgId: string): Promise<string> =>
  db.as(
    { orgId },
    async (tx) => (await gateOf(tx, provider.id, clock())).account ?? provider.lists?.account ?? "",
  );

/** As `catchUpAll`, for one organisation: what is new there is noted like a webhook, and makes us ask. */
export async function catchUp(desk: Desk, orgId: string): Promise<void> {
  const { id: provider, lists } = desk.provider;
  if (!lists) return;
  await runPass(desk, orgId, {
    name: "events",
    everyMs: EVERY_MS,
    work: async () => {
      await readList<PastNews>(desk, orgId, {
        name: { provider, account: await accountOf(desk, orgId), formerly: lists.account, list: "events" },
        overlapMs: OVERLAP_MS,
        keptMs: KEPT_MS,
        pages: PAGES,
        ask: (window) => lists.events(window),
        async keep(tx, items) {
          const refs = await noteAllNews(tx, provider, items, desk.clock());
          for (const ref of refs) await addJob(tx, NEWS_JOB, { orgId, ref }, { key: `${NEWS_JOB}:${ref}` });
        },
      });
    },
  });
}
