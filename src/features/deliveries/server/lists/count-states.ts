import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import { rows } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../../contract/api.ts";

type Counts = ReplyOf<typeof deliveriesApi.countStates>;

/** How many deliveries are in each state; states with none are left out. */
export async function countStates({ db, actor }: Context): Promise<Counts> {
  const counts = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Counts["counts"][number]>`
        select state_shown as state, count(*)::int as count from delivery
        where org_id = app_org() group by state_shown order by state_shown`,
    ),
  );
  return { counts };
}
