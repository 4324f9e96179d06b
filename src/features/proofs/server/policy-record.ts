import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { ProofPolicy, ProofRule } from "../contract/api.ts";
import { DEFAULT_RULES } from "../domain/policy.ts";

/** Version 0: nobody of the organisation changed the rules yet. */
// Safe: the default rules name no service level and no size.
const UNCHANGED = {
  version: 0,
  rules: DEFAULT_RULES,
  changedAt: null,
  changedBy: null,
} as unknown as ProofPolicy;

/** The policy that new deliveries are booked under. */
export async function readPolicy(tx: Tx): Promise<ProofPolicy> {
  const row = await first(
    tx,
    sql<ProofPolicy>`select version, rules, ${isoText("changed_at")} as "changedAt", changed_by as "changedBy"
                     from proof_policy where org_id = app_org()`,
  );
  return row ?? UNCHANGED;
}

/** The same; whoever would change it too waits for the end of the transaction. */
export async function lockPolicy(tx: Tx, orgId: string): Promise<ProofPolicy> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`proof policy ${orgId}`}, 0))`.execute(tx);
  return readPolicy(tx);
}

export async function writePolicy(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { version, rules }: { readonly version: number; readonly rules: readonly ProofRule[] },
): Promise<void> {
  await sql`
    insert into proof_policy (org_id, version, rules, changed_at, changed_by)
    values (app_org(), ${version}, ${json(rules)}, ${toIso(now)}, ${actor.userId ?? null})
    on conflict (org_id) do update set version = excluded.version, rules = excluded.rules,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
}
