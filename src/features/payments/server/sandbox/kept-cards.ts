import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { NEVER_KEPT } from "./cards.ts";
import type { BankIntent } from "./intent.ts";
import { newName } from "./note.ts";

/** Somebody whom the bank keeps cards for. */
export interface Customer {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
}

/** A card as the bank keeps it: never its number. */
export interface KeptCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly month: number;
  readonly year: number;
}

const SESSION_MS = 30 * MINUTE_MS;

export async function addCustomer(
  tx: Tx,
  metadata: Readonly<Record<string, string>>,
  now: Instant,
): Promise<Customer> {
  const id = newName("cus");
  await sql`insert into sandbox_bank.customer (id, metadata, created_at)
            values (${id}, ${json(metadata)}, ${toIso(now)})`.execute(tx);
  return { id, metadata, createdAt: now };
}

/** Newest first, from after the one that is named. */
export const customersSince = (
  tx: Tx,
  page: { readonly since: Instant; readonly after: string | null; readonly limit: number },
): Promise<Customer[]> =>
  rows(
    tx,
    sql<Customer>`select id, metadata, created_at as "createdAt" from sandbox_bank.customer
      where created_at >= ${toIso(page.since)}
        and (${page.after}::text is null or seq < (select seq from sandbox_bank.customer where id = ${page.after}))
      order by seq desc limit ${page.limit}`,
  );

export const isCustomer = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(tx, sql`select id from sandbox_bank.customer where id = ${id}`)) !== undefined;

/** Newest first. */
export const cardsOf = (tx: Tx, customerId: string): Promise<KeptCard[]> =>
  rows(
    tx,
    sql<KeptCard>`select id, brand, last4, month, year from sandbox_bank.kept_card
      where customer_id = ${customerId} and detached_at is null order by seq desc limit 100`,
  );

/** A card that was let go of before is not let go of again. */
export const detachCard = (tx: Tx, id: string, now: Instant): Promise<KeptCard | undefined> =>
  first(
    tx,
    sql<KeptCard>`update sandbox_bank.kept_card set detached_at = ${toIso(now)}
      where id = ${id} and detached_at is null returning id, brand, last4, month, year`,
  );

export async function openCardSession(tx: Tx, customerId: string, now: Instant): Promise<string> {
  const secret = `cuss_secret_${randomBytes(16).toString("hex")}`;
  await sql`insert into sandbox_bank.customer_session (secret, customer_id, expires_at)
            values (${secret}, ${customerId}, ${toIso(now + SESSION_MS)})`.execute(tx);
  return secret;
}

/** Whose cards a browser may see; nobody's once the session is over. */
export async function customerOfSession(tx: Tx, secret: string, now: Instant): Promise<string | undefined> {
  const found = await first(
    tx,
    sql<{ id: string }>`select customer_id as id from sandbox_bank.customer_session
      where secret = ${secret} and expires_at > ${toIso(now)}`,
  );
  return found?.id;
}

/** Keeps the card that an intent was just held on, where its holder wanted that. One that is kept is not kept twice. */
export async function keepCardOf(tx: Tx, before: BankIntent, after: BankIntent): Promise<void> {
  const isHeld = before.status !== "requires_capture" && after.status === "requires_capture";
  const { customerId, keeps, cardMonth: month, cardYear: year } = after;
  if (!isHeld || !keeps || customerId === null || month === null) return;
  if (NEVER_KEPT.has(after.cardLast4 ?? "")) return;
  await sql`
    insert into sandbox_bank.kept_card (id, customer_id, brand, last4, month, year)
    select ${newName("pm")}, ${customerId}, ${after.cardBrand}, ${after.cardLast4}, ${month}, ${year}
    where not exists (select 1 from sandbox_bank.kept_card where customer_id = ${customerId}
      and last4 = ${after.cardLast4} and month = ${month} and year = ${year} and detached_at is null)`.execute(
    tx,
  );
  await sql`
    update sandbox_bank.intent set card_id = (
      select id from sandbox_bank.kept_card where customer_id = ${customerId} and last4 = ${after.cardLast4}
        and month = ${month} and year = ${year} and detached_at is null order by seq desc limit 1)
    where id = ${after.id}`.execute(tx);
}
