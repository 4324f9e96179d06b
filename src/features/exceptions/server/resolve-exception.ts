import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { lockDeliveries } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { keepInverse } from "#server/db/inverse.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import type { Exception, exceptionsApi } from "../contract/api.ts";
import { needsNote } from "../domain/kinds.ts";
import { offeredFor } from "../domain/offer.ts";
import { lockOpen, readWhole } from "./exception-rows.ts";
import type { OpenException } from "./exception-rows.ts";
import { ACTS } from "./acts.ts";
import type { LaterActs } from "./acts.ts";
import { eventOf, writeEntry, writeOwn } from "./write-entry.ts";

interface Input extends ParsedOf<typeof exceptionsApi.resolveException> {
  /** Amount to be paid again that was agreed to, of `reopen` alone; null waives it. */
  readonly charge?: Money | null;
}

interface Doing {
  readonly guard: WorkGuard | undefined;
  readonly laterActs: LaterActs;
}

/**
 * Resolves an open exception and does to the delivery what the resolution says, in one transaction.
 *
 * @throws Refusal `exceptions.not-found`, `exceptions.closed`, `exceptions.not-offered`, `exceptions.note-missing`, and
 * those of the delivery's command
 */
export const resolveException = (input: Input, context: Context, doing: Doing): Promise<Exception> =>
  context.db.as(context.actor, async (tx) => {
    await change(tx, context, {
      type: "exception.resolve",
      aggregateId: input.id,
      body: input,
      write: () => settle(tx, input, context, doing),
      event: (about) => eventOf(about, "resolved"),
    });
    return readWhole(tx, context.now, input.id);
  });

/** Resolves the exception by reopening its delivery. @throws Refusal as `resolveException`, `exceptions.charge-changed` */
export const reopenException = (
  input: ParsedOf<typeof exceptionsApi.reopenException>,
  context: Context,
  doing: Doing,
): Promise<Exception> => resolveException({ ...input, resolution: "reopen" }, context, doing);

async function settle(
  tx: Tx,
  { id, resolution, note, charge }: Input,
  context: Context,
  { guard, laterActs }: Doing,
): Promise<OpenException> {
  const { now } = context;
  // Deliveries are held before exceptions, in the order of whoever opens one with a change of a delivery.
  const delivery = await lockDeliveryOf(tx, id);
  const about = await lockOpen(tx, id);
  const offered = offeredFor({ about: { ...about, reported: about.command }, delivery, now });
  const hasDecided = (resolution === "reopen") === (charge !== undefined);
  if (!offered.includes(resolution) || !hasDecided)
    throw new Refusal("exceptions.not-offered", { resolution, offered: offered.join(",") });
  if (needsNote(about.kind, resolution) && !note) throw new Refusal("exceptions.note-missing");
  const doesMore = ACTS[resolution] ?? laterActs[resolution];
  // A refused report is dropped with the resolution.
  if (!doesMore && about.command === null) keepInverse(tx, { by: "exception-reopen", data: { id } });
  await ACTS[resolution]?.({ tx, context, about, delivery, note, guard });
  await laterActs[resolution]?.(tx, about, now, { ...context, note, charge: charge ?? null });
  await sql`update exception set resolution = ${resolution}, resolved_at = ${toIso(now)}, command = null
            where org_id = app_org() and id = ${id}`.execute(tx);
  const entry = { what: "resolved" as const, resolution, ...(note && { note }) };
  await writeEntry(writeContext(tx, context), id, entry);
  return about;
}

async function lockDeliveryOf(tx: Tx, id: string): Promise<DeliveryRecord | undefined> {
  const row = await first(
    tx,
    sql<{ deliveryId: string | null }>`select delivery_id as "deliveryId" from exception
                                       where org_id = app_org() and id = ${id}`,
  );
  if (!row || row.deliveryId === null) return undefined;
  return (await lockDeliveries(tx, [row.deliveryId]))[0];
}

/** Opens an exception again whose resolution changed nothing else. @throws Refusal `exceptions.not-found` */
export async function undoResolve(
  tx: Tx,
  who: Pick<Context, "actor" | "now">,
  { id }: { readonly id: string },
): Promise<void> {
  const about = await first(
    tx,
    sql<Pick<OpenException, "id" | "kind" | "deliveryId">>`
      update exception set resolution = null, resolved_at = null where org_id = app_org() and id = ${id}
      returning id, kind, delivery_id as "deliveryId"`,
  );
  if (!about) throw new Refusal("exceptions.not-found", { id });
  await writeOwn(writeContext(tx, who), about, { what: "reopened" });
}
