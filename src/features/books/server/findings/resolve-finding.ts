import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Finding, findingsApi } from "../../contract/findings.ts";
import { type PaymentDeps, endIntent, closeFinding, takeUpAgain } from "#features/payments/server/public.ts";
import { readFinding } from "./list-findings.ts";
import { recheckPayment } from "./recheck.ts";

type Mending = ParsedOf<typeof findingsApi.resolveFinding>["fix"];
const RESOLUTION: Readonly<Record<Mending, string>> = {
  retry: "retried",
  recheck: "rechecked",
  release: "released",
  "let-through": "let-through",
  note: "noted",
};

/**
 * Puts a finding right, or notes that a person dealt with it elsewhere.
 *
 * @param deps nothing where nobody takes cards
 */
export async function resolveFinding(
  deps: PaymentDeps | undefined,
  { id, fix }: ParsedOf<typeof findingsApi.resolveFinding>,
  context: Context,
): Promise<Finding> {
  const { actor, now } = context;
  const open = await context.db.as(actor, (tx) => readFinding(tx, id));
  if (!open?.fixes.includes(fix)) throw new Refusal("payments.finding-closed");
  await mend(deps, open, fix, context);
  const resolved = await context.db.as(actor, async (tx) => {
    await closeFinding(tx, now, open, { resolution: RESOLUTION[fix], userId: actor.userId });
    return readFinding(tx, id);
  });
  if (!resolved) throw new Refusal("payments.finding-closed");
  return resolved;
}

async function mend(
  deps: PaymentDeps | undefined,
  { about }: Finding,
  fix: Mending,
  context: Context,
): Promise<void> {
  if (fix === "note") return;
  // Cards are no longer taken here: there is no provider to ask.
  if (!deps) throw new Refusal("payments.finding-closed");
  const { orgId } = context.actor;
  if (fix === "release") await endIntent(deps, about);
  if (fix === "recheck") await recheckPayment(deps, orgId, about);
  if (fix === "retry" && !(await takeUpAgain(deps, orgId, about)))
    throw new Refusal("payments.provider-silent");
}
