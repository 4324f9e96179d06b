import { Refusal } from "#kernel/refusal.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Context } from "#server/http/route.ts";
import type { MoneyHealth } from "../../contract/findings.ts";
import type { gateApi } from "../../contract/gate.ts";
import { readMoneyHealth } from "../findings/list-findings.ts";
import type { Health } from "../gateway.ts";
import type { Desk } from "../run-operation.ts";
import { gateOf, openGate, stopGate } from "./gate-row.ts";
import { whatIsOther } from "./guard.ts";

/**
 * Asks the provider whether our key is good again, and lets calls out if it is.
 *
 * A key of another account leaves it shut, unless that account is expressly wanted.
 *
 * @param account where payments are to be from now on
 * @throws Refusal `payments.misconfigured`, `payments.provider-silent`
 */
export async function reopenPayments(
  desk: Desk,
  { account }: ParsedOf<typeof gateApi.reopenPayments>,
  context: Context,
): Promise<MoneyHealth> {
  const { provider, clock, log } = desk;
  const health = await askHealth(desk);
  const opened = await desk.db.as(context.actor, async (tx) => {
    const gate = await gateOf(tx, provider.id, clock());
    const isWanted = account !== undefined && account === health.account;
    const wrong = isWanted ? undefined : whatIsOther(gate, health);
    if (wrong === undefined) await openGate(tx, provider.id, clock(), health);
    else await stopGate(tx, provider.id, clock(), wrong, health.account);
    return wrong === undefined;
  });
  const by = context.actor.userId;
  if (opened) log.warn({ provider: provider.id, by }, "calls go out to the payment provider again");
  return readMoneyHealth(context);
}

async function askHealth({ provider }: Desk): Promise<Health> {
  const asked = await provider.health?.();
  if (asked?.kind === "ok") return asked.value;
  throw new Refusal(asked?.kind === "misconfigured" ? "payments.misconfigured" : "payments.provider-silent");
}
