import { sql } from "kysely";
import { MINUTE_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, type Tx } from "#server/db/db.ts";
import { isGone } from "#server/db/out-of-reach.ts";
import { isOn, type PaymentDeps } from "#features/payments/server/public.ts";

export type PassName = "pull" | "events" | "reread" | "compare" | "invariants";

/** A beginning that lies further ahead was written by a clock that was wrong. */
const AHEAD_MS = 5 * MINUTE_MS;

export type CheckDeps = Pick<PaymentDeps, "db" | "clock" | "log" | "safeguards">;

interface Pass<D extends CheckDeps> {
  readonly name: PassName;
  /** List that the pass reads: each keeps a position of its own. */
  readonly source?: string;
  readonly everyMs: number;
  /** @returns up to when what the provider lists was read, where it was */
  readonly work: (deps: D, orgId: string, readTo: Instant | null) => Promise<Instant | void>;
}

/** Runs a pass whose time has come. One that finds no answer is begun anew at its next time. */
export async function runPass<D extends CheckDeps>(deps: D, orgId: string, pass: Pass<D>): Promise<void> {
  const { name, source = "", work } = pass;
  if (!isOn(deps, "reconciliation")) return;
  const due = await deps.db.as({ orgId }, (tx) => begin(tx, pass, deps.clock()));
  if (!due) return;
  try {
    const readTo = await work(deps, orgId, due.readTo);
    await deps.db.as({ orgId }, (tx) =>
      sql`update payment_pass set ok_at = ${toIso(deps.clock())},
            read_to = coalesce(${readTo === undefined ? null : toIso(readTo)}, read_to)
          where org_id = app_org() and name = ${name} and source = ${source}`.execute(tx),
    );
  } catch (error) {
    if (error instanceof Refusal)
      deps.log.warn({ orgId, pass: name, code: error.code }, "a look over the payments found no answer");
    else if (isGone(error)) throw error;
    else deps.log.error({ orgId, pass: name, error }, "a look over the payments failed");
  }
}

/** Takes the pass for this process; nothing where it is not due or another one has it. */
async function begin(
  tx: Tx,
  { name, source = "", everyMs }: Pick<Pass<CheckDeps>, "name" | "source" | "everyMs">,
  now: Instant,
): Promise<{ readTo: Instant | null } | undefined> {
  return first(
    tx,
    sql<{ readTo: Instant | null }>`
      insert into payment_pass (org_id, name, source, began_at)
      values (app_org(), ${name}, ${source}, ${toIso(now)})
      on conflict (org_id, name, source) do update set began_at = excluded.began_at
        where payment_pass.began_at <= ${toIso(now - everyMs)} or payment_pass.began_at > ${toIso(now + AHEAD_MS)}
      returning read_to as "readTo"`,
  );
}
