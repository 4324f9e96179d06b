import { sql } from "kysely";
import { closeException, openException } from "#features/exceptions/server/public.ts";
import type { ActedOn } from "#features/exceptions/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { type NoticeRow, lockNotices, noticesOf, renewNotice } from "./notice-rows.ts";

const keyOf = (deliveryId: string): string => `notices:${deliveryId}`;

/** Notices that did not arrive, or may not have. */
export const isAstray = ({ state }: Pick<NoticeRow, "state">): boolean =>
  state === "failed" || state === "unsure";

/** Opens the delivery's exception about notices. Its facts name nobody. */
export const openFailed = ({ tx, now }: TxContext, row: NoticeRow): Promise<void> =>
  openException(tx, {
    kind: "notice_failed",
    key: keyOf(row.deliveryId),
    deliveryId: row.deliveryId,
    taskId: null,
    courierId: null,
    happenedAt: now,
    facts: { notice: row.notice, way: row.way, audience: row.audience },
    command: null,
  });

/** Closes it once nothing is astray any more. */
export async function settleFailed({ tx, now }: TxContext, deliveryId: string): Promise<void> {
  const rows = await noticesOf(tx, deliveryId);
  if (!rows.some(isAstray)) await closeException(tx, keyOf(deliveryId), now);
}

/** Sends the notices of a delivery again that are astray. @returns how many */
export async function renewAstray(context: TxContext, deliveryId: string): Promise<number> {
  await lockNotices(context.tx, deliveryId);
  const astray = (await noticesOf(context.tx, deliveryId)).filter(isAstray);
  for (const { id } of astray) await renewNotice(context, id);
  return astray.length;
}

/** The act of the exception's resolution `send-again`. */
export async function sendAgain(tx: Tx, about: ActedOn, now: Instant): Promise<void> {
  const row = await first(tx, sql<{ orgId: string }>`select app_org() as "orgId"`);
  if (row && about.deliveryId !== null) await renewAstray({ tx, orgId: row.orgId, now }, about.deliveryId);
}
