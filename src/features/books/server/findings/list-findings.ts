import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import {
  PASSES,
  type Finding,
  type Fix,
  type MoneyHealth,
  type findingsApi,
} from "../../contract/findings.ts";
import { haltOf } from "./halt.ts";

interface Row extends Omit<Finding, "amount" | "fixes"> {
  readonly facts: Readonly<Record<string, string | number | null>>;
}

const selected = sql`
  select f.id, f.kind, f.about, f.payment_id as "paymentId", o.number as "orderNumber", d.id as "deliveryId", 
    ${isoText("f.found_at")} as "foundAt", ${isoText("f.seen_at")} as "seenAt",
    ${isoText("f.resolved_at")} as "resolvedAt", f.resolution, f.facts, w.name as "resolvedBy"
  from payment_findings f
  left join payments p on p.org_id = f.org_id and p.id = f.payment_id
  left join orders o on o.org_id = p.org_id and o.id = p.order_id
  left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
  left join people w on w.org_id = f.org_id and w.id = f.resolved_by`;

/** Lists findings, newest first, page by page. */
export async function listFindings(
  { group, ...asked }: ParsedOf<typeof findingsApi.listFindings>,
  context: Context,
): Promise<ReplyOf<typeof findingsApi.listFindings>> {
  const page = newestFirst({ list: "findings", group }, asked, ["f.found_at", "f.id"]);
  const found = await context.db.as(context.actor, (tx) =>
    rows(
      tx,
      sql<Row>`${selected}
        where f.org_id = app_org() ${group === "open" ? sql`and f.resolved_at is null` : sql``}
        ${page.rest}`,
    ),
  );
  return page.of(found, (row) => [Date.parse(row.foundAt), row.id], shownFinding);
}

export async function readFinding(tx: Tx, id: string): Promise<Finding | undefined> {
  const row = await first(tx, sql<Row>`${selected} where f.org_id = app_org() and f.id = ${id}`);
  return row && shownFinding(row);
}

/** Open findings of a payment, newest first. */
export async function openFindings(tx: Tx, paymentId: string): Promise<Finding[]> {
  const found = await rows(
    tx,
    sql<Row>`${selected} where f.org_id = app_org() and f.payment_id = ${paymentId} and f.resolved_at is null
             order by f.found_at desc, f.id desc limit 20`,
  );
  return found.map(shownFinding);
}

const FIXES_OF: Readonly<Record<Finding["kind"], readonly Fix[]>> = {
  corrected: [],
  "orphan-intent": [],
  "unknown-intent": ["release", "note"],
  "operation-review": ["retry"],
  "payment-review": ["recheck"],
  "fee-waived": [],
  invariant: ["note"],
  "hold-expiring": [],
  "taken-early": [],
  "work-stopped": ["let-through"],
  "taken-along-unpaid": ["note"],
  missing: ["note"],
  "cash-to-give-back": ["give-back"],
  "owed-too-little": ["note"],
  "unread-rule": [],
  "card-testing": ["note"],
};

const shownFinding = ({ facts, ...row }: Row): Finding => ({
  ...row,
  ...amountIn(facts),
  fixes: row.resolvedAt === null ? [...FIXES_OF[row.kind]] : [],
});

function amountIn({ minor, currency }: Row["facts"]): Pick<Finding, "amount"> {
  if (typeof minor !== "number" || typeof currency !== "string") return {};
  return { amount: money(minor, currency) };
}

const passTimes = async (tx: Tx): Promise<ReadonlyMap<string, Instant | null>> =>
  new Map(
    (
      await rows(
        tx,
        sql<{ name: string; at: Instant | null }>`select name, max(ok_at) as at from payment_pass
          where org_id = app_org() group by name`,
      )
    ).map(({ name, at }) => [name, at]),
  );

/** Whether the looks over the books go through, and what waits. */
export const readMoneyHealth = (context: Context): Promise<MoneyHealth> =>
  context.db.as(context.actor, async (tx) => {
    const found = await first(
      tx,
      sql<{ open: number; unknown: Instant | null; pass: Instant | null; hint: Instant | null }>`
        select (select count(*)::int from payment_findings where org_id = app_org() and resolved_at is null) as open,
          (select min(first_sent_at) from payment_ops where org_id = app_org() and state = 'sent') as unknown,
          (select ok_at from payment_pass where org_id = app_org() and name = 'pull') as pass,
          (select min(received_at) from payment_news where org_id = app_org() and done_at is null) as hint`,
    );
    const passed = await passTimes(tx);
    const iso = (at: Instant | null | undefined): string | null =>
      at === null || at === undefined ? null : toIso(at);
    return {
      open: found?.open ?? 0,
      unknownSince: iso(found?.unknown),
      lastPassAt: iso(found?.pass),
      passes: PASSES.map((name) => ({ name, okAt: iso(passed.get(name)) })),
      hintSince: iso(found?.hint),
      halt: await haltOf(tx),
    };
  });
