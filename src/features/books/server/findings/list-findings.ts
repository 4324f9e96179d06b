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
  type Halt,
} from "../../contract/findings.ts";
import { isOtherAccount } from "#features/payments/server/public.ts";

interface Row extends Omit<Finding, "amount" | "fixes"> {
  readonly facts: Readonly<Record<string, string | number | null>>;
}

const selected = sql`
  select f.id, f.kind, f.about, f.payment_id as "paymentId", o.number as "orderNumber", d.id as "deliveryId", 
    ${isoText("f.found_at")} as "foundAt",
    ${isoText("f.resolved_at")} as "resolvedAt", f.resolution, f.facts, w.name as "resolvedBy"
  from payment_findings f
  left join payments p on p.org_id = f.org_id and p.id = f.payment_id
  left join orders o on o.org_id = p.org_id and o.id = p.order_id
  left join deliveries d on d.org_id = p.org_id and d.order_id = p.order_id
  left join people w on w.org_id = f.org_id and w.id = f.resolved_by`;

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

async function passTimes(tx: Tx): Promise<ReadonlyMap<string, string | null>> {
  const found = await rows(
    tx,
    sql<{ name: string; at: string | null }>`
      select name, ${isoText("max(ok_at)")} as at from payment_pass where org_id = app_org() group by name`,
  );
  return new Map(found.map(({ name, at }) => [name, at]));
}

export const readMoneyHealth = (context: Context): Promise<MoneyHealth> =>
  context.db.as(context.actor, async (tx) => {
    const found = await first(
      tx,
      sql<{ open: number }>`
        select count(*)::int as open from payment_findings where org_id = app_org() and resolved_at is null`,
    );
    const passed = await passTimes(tx);
    return {
      open: found?.open ?? 0,
      passes: PASSES.map((name) => ({ name, okAt: passed.get(name) ?? null })),
      halt: await haltOf(tx),
    };
  });

type HaltRow = Pick<Halt, "account" | "met"> & { since: Instant; code: string | null };

export async function haltOf(tx: Tx): Promise<Halt | null> {
  const row = await first(
    tx,
    sql<HaltRow>`
      select coalesce(stopped_at, frozen_at) as since, stop_code as code, account, met_account as met
      from payment_gates where org_id = app_org() and coalesce(stopped_at, frozen_at) is not null
      order by stopped_at nulls last limit 1`,
  );
  if (!row) return null;
  return { ...row, why: whyOf(row.code), since: toIso(row.since), code: row.code ?? "" };
}

function whyOf(code: string | null): Halt["why"] {
  if (code === null) return "restored";
  return isOtherAccount(code) ? "other-account" : "refused";
}
