import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Which of the provider's lists. */
export interface ListName {
  readonly provider: string;
  readonly account: string;
  /** What the account was called here before its own name was known. */
  readonly formerly: string;
  readonly list: "events";
}

/** A reading of a list from the newest backwards that is not at its end. */
export interface Walk {
  readonly from: Instant;
  readonly to: Instant;
  /** Behind what it goes on; null at its beginning. */
  readonly after: string | null;
}

interface Cursor {
  /** Everything until then was taken in. */
  readonly readTo: Instant;
  readonly walk: Walk | null;
}

const isThis = ({ provider, account, list }: ListName) =>
  sql`org_id = app_org() and provider = ${provider} and account = ${account} and list = ${list}`;

/**
 * How far a list was read. A list that is new begins with our first payment;
 * nothing where there is none yet.
 */
export async function cursorOfList(tx: Tx, name: ListName): Promise<Cursor | undefined> {
  if (name.formerly !== name.account)
    await sql`
      update payment_cursor set account = ${name.account} where ${isThis({ ...name, account: name.formerly })}
        and not exists (select from payment_cursor c where c.org_id = app_org() and c.provider = ${name.provider}
                          and c.account = ${name.account} and c.list = ${name.list})`.execute(tx);
  await sql`
    insert into payment_cursor (org_id, provider, account, list, read_to)
    select app_org(), ${name.provider}, ${name.account}, ${name.list}, p.created_at
    from payment p where p.org_id = app_org() and p.provider = ${name.provider} order by p.created_at limit 1
    on conflict do nothing`.execute(tx);
  const row = await first(
    tx,
    sql<{ to: Instant; walkFrom: Instant | null; walkTo: Instant | null; after: string | null }>`
      select read_to as to, walk_from as "walkFrom", walk_to as "walkTo", walk_after as after
      from payment_cursor where ${isThis(name)}`,
  );
  if (!row) return undefined;
  const { walkFrom, walkTo } = row;
  const walk = walkFrom === null || walkTo === null ? null : { from: walkFrom, to: walkTo, after: row.after };
  return { readTo: row.to, walk };
}

/** Notes where a reading goes on, if it still stands where this one found it. @returns whether it does */
export async function moveCursor(
  tx: Tx,
  name: ListName,
  { before, next }: { readonly before: Walk | null; readonly next: Walk },
): Promise<boolean> {
  const moved = await rows(
    tx,
    sql`update payment_cursor
        set walk_from = ${toIso(next.from)}, walk_to = ${toIso(next.to)}, walk_after = ${next.after}
        where ${isThis(name)} and ${standsAt(before)} returning list`,
  );
  return moved.length > 0;
}

/** Notes that a reading is at its end. @returns whether it stood where this one found it */
export async function endWalk(tx: Tx, name: ListName, walk: Walk): Promise<boolean> {
  const ended = await rows(
    tx,
    sql`update payment_cursor
        set read_to = ${toIso(walk.to)}, walk_from = null, walk_to = null, walk_after = null
        where ${isThis(name)} and ${standsAt(walk)} returning list`,
  );
  return ended.length > 0;
}

const standsAt = (walk: Walk | null) =>
  walk === null
    ? sql`walk_from is null`
    : sql`walk_from = ${toIso(walk.from)} and walk_after is not distinct from ${walk.after}`;

/** Notes that more happened than the provider still lists. */
export async function noteMissed(tx: Tx, name: ListName, now: Instant): Promise<void> {
  await sql`update payment_cursor set missed_at = ${toIso(now)} where ${isThis(name)}`.execute(tx);
}
