import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { exponentOf } from "#kernel/currency.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { lockIntent } from "./books.ts";
import type { Answer } from "./books.ts";
import { refuse } from "./faults.ts";
import { lapse } from "./intent.ts";
import type { BankIntent, Order, Step } from "./intent.ts";
import { isPaid, pageState } from "./page/page-state.ts";
import { takeOrder, takeStep } from "./step.ts";

export interface PageOrder extends Order {
  readonly description: string;
  readonly returnUrl: string;
}

/** A page of the bank's own, with the intent that is paid on it. */
export interface BankPage {
  readonly id: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly intent: BankIntent;
}

interface Row {
  readonly id: string;
  readonly intent_id: string;
  readonly description: string;
  readonly return_url: string;
}

export async function takePage(tx: Tx, order: PageOrder, now: Instant): Promise<BankPage> {
  const { description, returnUrl, ...rest } = order;
  const intent = await takeOrder(tx, rest, now);
  const id = `cs_${randomBytes(24).toString("hex")}`;
  await sql`insert into sandbox_bank.page (id, intent_id, description, return_url, created_at)
            values (${id}, ${intent.id}, ${description}, ${returnUrl}, ${toIso(now)})`.execute(tx);
  return { id, description, returnUrl, intent };
}

/** The page as it is now, after a step on its intent. One that was paid on takes no step. */
export async function workOnPage(
  tx: Tx,
  id: string,
  now: Instant,
  take?: (intent: BankIntent) => Step,
): Promise<BankPage | "paid" | undefined> {
  const page = await pageNamed(tx, id);
  if (!page) return undefined;
  if (take && isPaid(page.intent)) return "paid";
  const step = take ? take(page.intent) : lapse(page.intent, now);
  await takeStep(tx, page.intent, step, now);
  return { ...page, intent: step.intent };
}

/** Every page of a payment, newest first. */
export async function pagesOf(tx: Tx, paymentId: string): Promise<BankPage[]> {
  const found = await rows(
    tx,
    sql<Row>`select p.* from sandbox_bank.page p join sandbox_bank.intent i on i.id = p.intent_id
             where i.payment_id = ${paymentId} order by p.created_at desc, p.id`,
  );
  const pages: BankPage[] = [];
  for (const row of found) pages.push(...(await whole(tx, row)));
  return pages;
}

/** Those made since then, newest first, from after the one that is named. */
export async function pagesSince(
  tx: Tx,
  window: { readonly since: Instant; readonly after: string | null; readonly limit: number },
): Promise<BankPage[]> {
  const found = await rows(
    tx,
    sql<Row>`
      select p.* from sandbox_bank.page p left join sandbox_bank.page a on a.id = ${window.after}
      where p.created_at >= ${toIso(window.since)}
        and (a.id is null or p.created_at < a.created_at or (p.created_at = a.created_at and p.id > a.id))
      order by p.created_at desc, p.id limit ${window.limit}`,
  );
  const pages: BankPage[] = [];
  for (const row of found) pages.push(...(await whole(tx, row)));
  return pages;
}

/** What the page itself needs. */
export async function enterPage(tx: Tx, id: string): Promise<Answer> {
  const page = await pageNamed(tx, id);
  if (!page) return refuse(404, "no_such_page");
  const { intent, description, returnUrl } = page;
  const { clientSecret, amountMinor, currency } = intent;
  const exponent = exponentOf(currency);
  const state = pageState(intent);
  const body = {
    state,
    status: intent.status,
    clientSecret,
    amountMinor,
    currency,
    exponent,
    description,
    returnUrl,
  };
  return { status: 200, body };
}

async function pageNamed(tx: Tx, id: string): Promise<BankPage | undefined> {
  const row = await first(tx, sql<Row>`select * from sandbox_bank.page where id = ${id}`);
  return row && (await whole(tx, row))[0];
}

async function whole(
  tx: Tx,
  { id, intent_id, description, return_url: returnUrl }: Row,
): Promise<BankPage[]> {
  const intent = await lockIntent(tx, intent_id);
  return intent ? [{ id, description, returnUrl, intent }] : [];
}

/** As the shop sees it: the intent shows once somebody paid. */
export const shownPage = ({ id, intent }: BankPage): Record<string, unknown> => ({
  ref: id,
  state: pageState(intent),
  intentRef: isPaid(intent) ? intent.id : null,
});
