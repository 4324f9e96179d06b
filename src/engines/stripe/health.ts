import * as z from "zod/mini";
import type { Health, Outcome } from "#features/payments/server/public.ts";
import type { Line } from "./line.ts";
import { intentPage } from "./wire-lists.ts";

const Account = z.object({ object: z.literal("account"), id: z.string() });

/** Asks whose key ours is. A restricted key may not ask that: then a list says at least that the key is taken. */
export async function readHealth(line: Line, isLive: boolean): Promise<Outcome<Health>> {
  const asked = await line.ask(
    (stripe) => stripe.accounts.retrieveCurrent(),
    (body) => Account.safeParse(body).data?.id,
  );
  if (asked.kind === "ok") return { kind: "ok", value: { account: asked.value, isLive } };
  if (asked.kind !== "misconfigured") return withoutValue(asked);
  const listed = await line.ask((stripe) => stripe.paymentIntents.list({ limit: 1 }), intentPage);
  return listed.kind === "ok" ? { kind: "ok", value: { account: null, isLive } } : withoutValue(listed);
}

const withoutValue = (outcome: Exclude<Outcome<unknown>, { kind: "ok" }>): Outcome<never> =>
  outcome.kind === "declined" || outcome.kind === "rejected"
    ? { kind: "rejected", code: outcome.code }
    : outcome;
