import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { fold } from "#features/places/domain/search-text.ts";
import type { Rule } from "../contract/api.ts";
import type { RuleState } from "../domain/rule-lifecycle.ts";

/** A standing order as stored. */
export interface RuleRecord {
  readonly id: string;
  readonly version: number;
  readonly state: RuleState;
  readonly rule: Rule;
  readonly changedBy: string;
  readonly changedName: string | null;
  readonly changedAt: Instant;
  readonly countedFrom: LocalDate;
}

export const RULE = sql`
  r.id, r.version, r.state, r.rule, r.changed_by as "changedBy", p.name as "changedName",
  r.changed_at as "changedAt", r.counted_from as "countedFrom"`;
export const RULES = sql`
  recurring_rule r left join people p on p.org_id = r.org_id and p.id = r.changed_by`;

/** @throws Refusal `recurring.not-found` */
export async function readRuleRecord(tx: Tx, id: string): Promise<RuleRecord> {
  const found = await first(
    tx,
    sql<RuleRecord>`select ${RULE} from ${RULES} where r.org_id = app_org() and r.id = ${id}`,
  );
  if (!found) throw new Refusal("recurring.not-found", { id });
  return found;
}

/** The same, and holds its row and all of its days until the transaction ends. @throws Refusal `recurring.not-found` */
export async function lockRule(tx: Tx, id: string): Promise<RuleRecord> {
  await sql`select id from recurring_rule where org_id = app_org() and id = ${id} for update`.execute(tx);
  return readRuleRecord(tx, id);
}

/** Text that finds it: names and addresses. */
const searchDocOf = ({ sender, recipient, pickup, dropoff }: Rule): string =>
  [sender.name, recipient.name, pickup.label, dropoff.label].map(fold).join(" | ");

export interface Written {
  readonly id: string;
  readonly rule: Rule;
  readonly by: string;
  readonly now: Instant;
  readonly countedFrom: LocalDate;
}

export async function insertRule(tx: Tx, { id, rule, by, now, countedFrom }: Written): Promise<void> {
  await sql`
    insert into recurring_rule (org_id, id, state, rule, search_doc, created_at, changed_by, changed_at, counted_from)
    values (app_org(), ${id}, 'active', ${json(rule)}, ${searchDocOf(rule)}, ${toIso(now)}, ${by}, ${toIso(now)},
      ${countedFrom})`.execute(tx);
}

/** Writes the next version of a locked rule; it is looked at anew. */
export async function updateRule(tx: Tx, { id, rule, by, now, countedFrom }: Written): Promise<void> {
  await sql`
    update recurring_rule set version = version + 1, rule = ${json(rule)}, search_doc = ${searchDocOf(rule)},
      changed_by = ${by}, changed_at = ${toIso(now)}, counted_from = ${countedFrom}, looked_on = null
    where org_id = app_org() and id = ${id}`.execute(tx);
}
