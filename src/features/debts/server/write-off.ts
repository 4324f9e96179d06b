import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import type { Receivable, receivablesApi } from "../contract/receivables.ts";
import { settleKey } from "#features/payments/domain/settlement.ts";
import {
  aloneMinor,
  lockPayment,
  notePerson,
  operationOf,
  outstandingOf,
  savePayment,
  queueSettlement,
  type PaymentRow,
} from "#features/payments/server/public.ts";
import { receivableFor } from "./receivables.ts";
import { liveRecovery } from "./follow-payments.ts";

/**
 * Writes off the receivable of a lost hold. Above what one person may refund alone the first request waits for
 * another person's; `agree: false` withdraws the request.
 */
export const writeOff = (
  limits: Parameters<typeof aloneMinor>[0],
  { id, agree }: ParsedOf<typeof receivablesApi.writeOff>,
  context: Context,
): Promise<Receivable> =>
  context.db.as(context.actor, async (tx) => {
    const lost = await lockPayment(tx, id);
    if (!lost) throw new Refusal("payments.not-found");
    await lockOrder(tx, lost.orderId);
    const minor = await outstandingOf(tx, lost);
    if (minor <= 0) throw new Refusal("payments.nothing-owed");
    if (!agree) return wish(tx, lost, null, context);
    const live = await liveRecovery(tx, id);
    if (live !== undefined && (await operationOf(tx, settleKey(live)))?.kind === "capture")
      throw new Refusal("payments.being-paid");
    if (waitsForSecond(lost, minor <= aloneMinor(limits, lost.currency), context))
      return wish(tx, lost, context.actor.userId ?? null, context);
    const given = { ...lost, writtenOffMinor: lost.writtenOffMinor + minor };
    await savePayment({ tx, now: context.now }, lost, given, "expired");
    if (live !== undefined) await queueSettlement(tx, context.actor.orgId, live);
    return wish(tx, lost, null, context);
  });

/** @throws Refusal `payments.second-person` for whoever asked first */
function waitsForSecond({ writeOffAskedBy }: PaymentRow, isSmall: boolean, { actor }: Context): boolean {
  if (isSmall) return false;
  if (writeOffAskedBy === null) return true;
  if (actor.userId === undefined || writeOffAskedBy === actor.userId)
    throw new Refusal("payments.second-person");
  return false;
}

async function wish(tx: Tx, lost: PaymentRow, by: string | null, context: Context): Promise<Receivable> {
  await notePerson(tx, lost.id, "write_off_asked_by", by);
  return receivableFor(tx, lost, context.actor);
}
