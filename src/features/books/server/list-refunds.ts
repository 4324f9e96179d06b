import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { RefundGroup } from "#features/payments/contract/refund-groups.ts";
import type { refundsApi } from "#features/payments/contract/refunds.ts";
import { WAITS_FOR_SECOND, type RefundState } from "#features/payments/domain/refund.ts";
import { shownRefunds } from "#features/payments/server/public.ts";

const STATES: Readonly<Record<Exclude<RefundGroup, "all">, readonly RefundState[]>> = {
  open: [...WAITS_FOR_SECOND, "failed"],
  waiting: [...WAITS_FOR_SECOND],
  returned: ["failed"],
};

/** Refunds of the organisation, newest first, page by page. */
export async function listRefunds(
  { group, ...asked }: ParsedOf<typeof refundsApi.listRefunds>,
  context: Context,
): Promise<ReplyOf<typeof refundsApi.listRefunds>> {
  const page = newestFirst({ list: "refunds", group }, asked, ["r.asked_at", "r.id"]);
  const only = group === "all" ? sql`` : sql`and r.state = any(${[...STATES[group]]}::text[])`;
  const found = await context.db.as(context.actor, (tx) => shownRefunds(tx, sql`${only} ${page.rest}`));
  return page.of(
    found,
    (row) => [Date.parse(row.askedAt), row.id],
    (row) => row,
  );
}
