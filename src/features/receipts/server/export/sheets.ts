import { sql } from "kysely";
import { exponentOf } from "#kernel/currency.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { ExportSheet } from "../../contract/export.ts";

type Cell = string | null;

/** One table to write: where its rows are, by when they are taken, and what of them is written. */
export interface Sheet {
  /** Rows of the organisation, without a condition on time. `at` and `id` are what the pages go on behind. */
  readonly from: ReturnType<typeof sql>;
  readonly at: ReturnType<typeof sql>;
  readonly id: ReturnType<typeof sql>;
  readonly select: ReturnType<typeof sql>;
  readonly columns: readonly { readonly head: string; readonly cell: (row: SheetRow) => Cell }[];
}

/** A row as selected: its place in the order, and what its columns read. */
export interface SheetRow {
  readonly at: Instant;
  readonly id: string;
  readonly [name: string]: string | number | null;
}

const text =
  (name: string) =>
  (row: SheetRow): Cell => {
    const value = row[name];
    return value === null || value === undefined ? null : marked(String(value));
  };

/**
 * Marks what a spreadsheet would take for a formula: at its first sign, after blanks or quotes, and after a separator,
 * where it splits lines by another one than ours. An amount is no text: marked, no sum would count what is below zero.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const marked = (value: string): string =>
  value
    .replace(/^(?=[\t\r\n]|[\s"']*[=+\-@＝＋－＠])/u, "'")
    .replace(/([,;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])/gu, "$1'");

const time =
  (name: string) =>
  (row: SheetRow): Cell => {
    const value = row[name];
    return typeof value === "number" ? toIso(value) : null;
  };

/** Minor units as a decimal number of the row's currency: a point, and as many digits as the currency has. */
const amount =
  (name: string) =>
  (row: SheetRow): Cell =>
    decimal(Number(row[name] ?? 0), String(row["currency"]));

/** Column that is empty where a row has no amount. */
const amountIfAny =
  (name: string) =>
  (row: SheetRow): Cell =>
    row[name] === null || row["currency"] === null ? null : amount(name)(row);

export function decimal(minor: number, currency: string): string {
  const digits = exponentOf(currency);
  const count = String(Math.abs(minor)).padStart(digits + 1, "0");
  const whole = count.slice(0, count.length - digits);
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${count.slice(-digits)}`;
}

const KINDS: Readonly<Record<string, (name: string) => (row: SheetRow) => Cell>> = {
  text,
  time,
  amount,
  amountIfAny,
};

/** Reads columns as `kind:head=name`: a text unless another kind is said, of the row's `head` unless of another name. */
const columnsOf = (list: string): Sheet["columns"] =>
  list.split(/\s+/).map((column) => {
    const [, kind = "text", head = "", name = head] = /^(?:(\w+):)?(\w+)(?:=(\w+))?$/.exec(column) ?? [];
    const cellOf = KINDS[kind];
    if (!cellOf || head === "") throw new Error(`no column: ${column}`);
    return { head, cell: cellOf(name) };
  });

const OF_ORDER = sql`join orders o on o.org_id = p.org_id and o.id = p.order_id`;

const PAYMENTS: Sheet = {
  from: sql`payments p ${OF_ORDER} where p.org_id = app_org()`,
  at: sql`p.created_at`,
  id: sql`p.id`,
  select: sql`o.number as "order", p.state, p.provider, p.provider_ref, p.card_brand, p.card_last4,
    trim(p.currency) as currency, p.amount_minor, p.captured_minor, p.refunded_minor, p.disputed_minor, p.lost_minor,
    p.settled_at`,
  columns: columnsOf(`payment=id order time:opened=at time:settled=settled_at state provider
    provider_reference=provider_ref card=card_brand card_last4 currency amount:amount=amount_minor
    amount:taken=captured_minor amount:given_back=refunded_minor amount:disputed=disputed_minor
    amount:lost=lost_minor`),
};

const REFUNDS: Sheet = {
  from: sql`refund_requests r join payments p on p.org_id = r.org_id and p.id = r.payment_id ${OF_ORDER}
    left join people a on a.org_id = r.org_id and a.id = r.asked_by
    left join people d on d.org_id = r.org_id and d.id = r.decided_by
    where r.org_id = app_org()`,
  at: sql`r.asked_at`,
  id: sql`r.id`,
  select: sql`r.payment_id, o.number as "order", r.state, r.reason, r.note, r.code, r.provider_ref,
    trim(p.currency) as currency, r.amount_minor, a.name as asked_by, d.name as decided_by, r.changed_at`,
  columns:
    columnsOf(`refund=id payment=payment_id order time:asked=at time:changed=changed_at state reason note asked_by
    decided_by provider_reference=provider_ref answer=code currency amount:amount=amount_minor`),
};

const RECEIPTS: Sheet = {
  from: sql`receipt r where r.org_id = app_org()`,
  at: sql`r.issued_at`,
  id: sql`r.id`,
  select: sql`r.number, r.kind, r.payment_id, r.content -> 'order' ->> 'number' as "order",
    r.content -> 'buyer' ->> 'name' as buyer, r.content ->> 'corrects' as corrects, trim(r.currency) as currency,
    r.total_minor - r.tax_minor as net_minor, r.tax_minor, r.total_minor`,
  columns:
    columnsOf(`number kind time:issued=at order payment=payment_id buyer corrects currency amount:net=net_minor
    amount:tax=tax_minor amount:total=total_minor`),
};

const FINDINGS: Sheet = {
  from: sql`payment_findings f left join payments p on p.org_id = f.org_id and p.id = f.payment_id
    left join orders o on o.org_id = p.org_id and o.id = p.order_id
    left join people w on w.org_id = f.org_id and w.id = f.resolved_by
    where f.org_id = app_org()`,
  at: sql`f.found_at`,
  id: sql`f.id`,
  select: sql`f.kind, f.about, f.payment_id, o.number as "order", f.seen_at, f.resolved_at, f.resolution,
    w.name as resolved_by, f.facts ->> 'currency' as currency, (f.facts ->> 'minor')::bigint as minor`,
  columns: columnsOf(`finding=id kind about payment=payment_id order time:found=at time:seen=seen_at
    time:resolved=resolved_at resolution resolved_by currency amountIfAny:amount=minor`),
};

export const SHEETS: Readonly<Record<ExportSheet, Sheet>> = {
  payments: PAYMENTS,
  refunds: REFUNDS,
  receipts: RECEIPTS,
  findings: FINDINGS,
};
