import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { type Movement, type MovementLine, movementLines, settlesOf } from "../../domain/movement.ts";
import { IS_OURS, intentsOfOurs } from "./ours.ts";

interface Where {
  readonly provider: string;
  readonly account: string;
}

/** Writes what is new of a page of the provider's list, each with its entry in the ledger, in one transaction. */
export async function keepMovements(
  tx: Tx,
  { provider, account }: Where,
  items: readonly Movement[],
  now: Instant,
): Promise<void> {
  if (items.length === 0) return;
  const ours = await oursAmong(tx, provider, items);
  const kept = await rows(
    tx,
    sql<{ id: string; ref: string }>`
      insert into balance_movement (org_id, id, provider, account, ref, kind, intent_ref, about_ref, marked_for,
        currency, gross_minor, fee_minor, net_minor, net_fine, asked_minor, asked_currency, rate, settles_minor, made_at,
        available_on, read_at)
      values ${sql.join(
        items.map(
          (
            one,
          ) => sql`(app_org(), ${newId(now)}, ${provider}, ${account}, ${one.ref}, ${one.kind}, ${one.intentRef},
            ${one.aboutRef}, ${one.markedFor}, ${one.currency}, ${one.grossMinor}, ${one.feeMinor},
            ${one.netMinor}, ${one.netFine ?? 0}, ${one.asked?.minor ?? null}, ${one.asked?.currency ?? null}, ${one.rate},
            ${settlesOf(one)}, ${toIso(one.at)}, ${toIso(one.availableOn)}, ${toIso(now)})`,
        ),
      )}
      on conflict (org_id, provider, ref) do nothing returning id, ref`,
  );
  const idOf = new Map(kept.map(({ id, ref }) => [ref, id]));
  for (const one of items) {
    const id = idOf.get(one.ref);
    if (id !== undefined) await book(tx, id, 1, movementLines(one, ours.has(one.intentRef)), now);
  }
}

/** Which of the intents that movements belong to are of payments of ours. */
async function oursAmong(
  tx: Tx,
  provider: string,
  items: readonly Movement[],
): Promise<ReadonlySet<string | null>> {
  const refs = items.flatMap(({ intentRef }) => intentRef ?? []);
  const found = await rows(
    tx,
    sql<{ ref: string }>`
      select distinct ref from ${intentsOfOurs(provider)} ours (ref) where ref = any(${refs}::text[])`,
  );
  return new Set(found.map(({ ref }) => ref));
}

/** @param version 1 when the movement is read, 2 when its payment took over its intent later */
async function book(
  tx: Tx,
  id: string,
  version: 1 | 2,
  lines: readonly MovementLine[],
  now: Instant,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into ledger_line (org_id, movement_id, version, account, minor, currency, at)
    values ${sql.join(
      lines.map(
        ({ account, minor, currency }) =>
          sql`(app_org(), ${id}, ${version}, ${account}, ${minor}, ${currency}, ${toIso(now)})`,
      ),
    )}`.execute(tx);
}

interface Taken {
  id: string;
  kind: Movement["kind"];
  currency: string;
  grossMinor: number;
  feeMinor: number;
  netMinor: number;
  askedMinor: number;
  askedCurrency: string;
}

/** Books as ours what was read as others' before a payment of ours had taken over its intent, once. */
export async function takeOver(tx: Tx, provider: string, now: Instant): Promise<void> {
  const found = await rows(
    tx,
    sql<Taken>`
      select m.id, m.kind, trim(m.currency) as currency, m.gross_minor as "grossMinor", m.fee_minor as "feeMinor",
        m.net_minor as "netMinor", m.asked_minor as "askedMinor", trim(m.asked_currency) as "askedCurrency"
      from balance_movement m
      where m.org_id = app_org() and m.provider = ${provider} and m.asked_minor is not null and not ${IS_OURS}
        and m.intent_ref in ${intentsOfOurs(provider)}`,
  );
  for (const { id, askedMinor, askedCurrency, ...moved } of found) {
    const of = { ...moved, asked: money(askedMinor, askedCurrency) };
    const back = movementLines(of, false).map((line) => ({ ...line, minor: -line.minor }));
    await book(tx, id, 2, summed([...back, ...movementLines(of, true)]), now);
  }
}

/** One line for each account and currency; none where nothing is left. */
function summed(lines: readonly MovementLine[]): MovementLine[] {
  const sums = new Map<string, MovementLine>();
  for (const line of lines) {
    const key = `${line.account} ${line.currency}`;
    sums.set(key, { ...line, minor: line.minor + (sums.get(key)?.minor ?? 0) });
  }
  return [...sums.values()].filter(({ minor }) => minor !== 0);
}
