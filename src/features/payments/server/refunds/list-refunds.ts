import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Context } from "#server/http/route.ts";
import type { RefundGroup } from "../../contract/refund-groups.ts";
import type { refundsApi } from "../../contract/refunds.ts";
import { WAITS_FOR_SECOND } from "../../domain/refund.ts";
import type { RefundState } from "../../domain/refund.ts";
import { pageAfter, pageOf } from "../page.ts";
import { refundShown, shownRows } from "./shown-refund.ts";

const STATES: Readonly<Record<Exclude<RefundGroup, "all">, readonly RefundState[]>> = {
  open: [...WAITS_FOR_SECOND, "failed"],
  waiting: [...WAITS_FOR_SECOND],
  returned: ["failed"],
};

/** Refunds of the organisation, newest first, page by page. */
export async function listRefunds(
  { group, cursor, limit }: ParsedOf<typeof refundsApi.listRefunds>,
  context: Context,
): Promise<ReplyOf<typeof refundsApi.listRefunds>> {
  const list = { list: "refunds", group };
  const after = pageAfter(list, cursor);
  const found = await context.db.as(context.actor, (tx) =>
    shownRows(
      tx,
      sql`${group === "all" ? sql`` : sql`and r.state = any(${[...STATES[group]]}::text[])`}
          ${after ? sql`and (r.asked_at, r.id) < (${toIso(after[0])}, ${after[1]})` : sql``}
          order by r.asked_at desc, r.id desc limit ${limit + 1}`,
    ),
  );
  return pageOf(list, found, limit, (row) => [row.askedAt, row.id], refundShown);
}
