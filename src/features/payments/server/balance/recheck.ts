import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Desk } from "../run-operation.ts";
import { compareBalance } from "./pass.ts";

interface About {
  readonly kind: string;
  readonly about: string;
}

/**
 * Asks the provider anew about the payment and about its balance. What agrees by then is no finding any more.
 *
 * @throws Refusal `payments.provider-silent`, and `payments.still-in-doubt` where both still say different things
 */
export async function recheckMovement(desk: Desk, orgId: string, { kind, about }: About): Promise<void> {
  await compareBalance(desk, orgId);
  const open = await desk.db.as({ orgId }, (tx) =>
    first(
      tx,
      sql`select from payment_finding
          where org_id = app_org() and kind = ${kind} and about = ${about} and resolved_at is null`,
    ),
  );
  if (open) throw new Refusal("payments.still-in-doubt");
}
