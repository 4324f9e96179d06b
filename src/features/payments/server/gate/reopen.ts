import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Health } from "../base/gateway.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { gateOf, openGate, stopGate } from "./gate-row.ts";
import { isOtherAccount, whatIsOther } from "./guard.ts";

/**
 * Asks the provider whether our key is good again, and lets calls out if it is.
 *
 * A key of another account leaves it shut, unless that account is expressly wanted.
 *
 * @param account where payments are to be from now on
 */
export async function reopenPayments(
  deps: PaymentDeps,
  account: string | undefined,
  context: Context,
): Promise<void> {
  const health = await askHealth(deps);
  const opened = await deps.db.as(context.actor, (tx) =>
    admit(deps, tx, health, account !== undefined && account === health.account),
  );
  const by = context.actor.userId;
  if (opened) deps.log.warn({ provider: deps.provider.id, by }, OPEN_AGAIN);
}

const OPEN_AGAIN = "calls go out to the payment provider again";

/** While our key is refused: asks the provider whether it takes it again, and lets calls out if it does. */
export async function reopenIfWell(deps: PaymentDeps, orgId: string): Promise<void> {
  const { db, provider, clock, log } = deps;
  const isRefused = (tx: Tx): Promise<boolean> =>
    gateOf(tx, provider.id, clock()).then(({ stopCode }) => stopCode !== null && !isOtherAccount(stopCode));
  if (!(await db.as({ orgId }, isRefused))) return;
  const health = await provider.health();
  if (health.kind !== "ok") return;
  const opened = await db.as(
    { orgId },
    async (tx) => (await isRefused(tx)) && (await admit(deps, tx, health.value, false)),
  );
  if (opened) log.warn({ provider: provider.id }, OPEN_AGAIN);
}

/** Opens the gate to a key that is good, unless it is of another account or mode. @returns whether it is open */
async function admit(
  { provider, clock }: PaymentDeps,
  tx: Tx,
  health: Health,
  isWanted: boolean,
): Promise<boolean> {
  const gate = await gateOf(tx, provider.id, clock());
  const wrong = isWanted ? undefined : whatIsOther(gate, health);
  if (wrong === undefined) await openGate(tx, provider.id, clock(), health);
  else await stopGate({ tx, now: clock() }, provider.id, wrong, health.account);
  return wrong === undefined;
}

async function askHealth({ provider }: PaymentDeps): Promise<Health> {
  const asked = await provider.health();
  if (asked.kind === "ok") return asked.value;
  throw new Refusal(asked.kind === "misconfigured" ? "payments.misconfigured" : "payments.provider-silent");
}
