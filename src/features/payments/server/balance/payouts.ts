import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Movement } from "../../domain/movement.ts";
import { noteCompared } from "../findings/finding-row.ts";
import type { ProviderLists } from "../gateway.ts";
import type { Desk } from "../run-operation.ts";

/** Payouts of one look, those not looked at for longest first. */
const MOST = 20;
/** 10,000 movements in one payout. */
const PAGES = 100;
/** Until the provider lists what went with a payout. */
const WAIT_MS = DAY_MS;
/** A payout that nothing is listed in for so long is one that nobody can say it of. */
const EMPTY_MS = 7 * DAY_MS;

interface Payout {
  ref: string;
  currency: string;
  paidMinor: number;
  paidHundredths: number;
  at: Instant;
}

/** `unlisted`: nobody can say what is in it, as in one that was made by hand. `silent`: there was no answer. */
type Inside = { readonly hundredths: number } | "unlisted" | "unclear" | "silent";

/** Holds each payout against the sum of the movements that the provider lists in it; a difference is a finding. */
export async function comparePayouts(desk: Desk, orgId: string, lists: ProviderLists): Promise<void> {
  const { id: provider } = desk.provider;
  const before = desk.clock() - (desk.balanceWaitMs ?? WAIT_MS);
  const due = await desk.db.as({ orgId }, (tx) => payoutsToCheck(tx, provider, before));
  for (const payout of due) {
    const inside = await insideOf(lists, payout, desk.clock());
    await desk.db.as({ orgId }, (tx) =>
      inside === "unclear" || inside === "silent"
        ? noteUnclear(tx, provider, payout, desk.clock())
        : noteCheck(tx, provider, payout, inside, desk.clock()),
    );
    // Each further call would wait as long; the others are asked about at the next look.
    if (inside === "silent") return;
  }
}

const payoutsToCheck = (tx: Tx, provider: string, before: Instant): Promise<Payout[]> =>
  rows(
    tx,
    sql<Payout>`
      select m.about_ref as ref, trim(m.currency) as currency, -m.net_minor as "paidMinor",
        -(m.net_minor * 100 + m.net_fine) as "paidHundredths", m.made_at as at
      from balance_movement m
      left join payout_check c on c.org_id = m.org_id and c.provider = m.provider and c.ref = m.about_ref
      where m.org_id = app_org() and m.provider = ${provider} and m.kind = 'payout' and m.net_minor < 0
        and m.about_ref is not null and m.made_at <= ${toIso(before)}
        and (c.state is null or c.state in ('differs', 'unclear'))
      order by c.checked_at nulls first, m.made_at, m.id limit ${MOST}`,
  );

async function insideOf(
  { movements }: ProviderLists,
  { ref, currency, at }: Payout,
  now: Instant,
): Promise<Inside> {
  const found: Movement[] = [];
  let after: string | undefined;
  for (let n = 0; n < PAGES; n += 1) {
    const page = await movements({ since: 0, after, payout: ref });
    if (page.kind === "rejected") return after === undefined ? "unlisted" : "unclear";
    if (page.kind !== "ok") return "silent";
    // What holds a movement that cannot be read cannot be summed; that one is a finding of its own.
    if (page.value.unread.length > 0) return "unclear";
    found.push(...page.value.items.filter((one) => one.kind !== "payout" || one.aboutRef !== ref));
    after = page.value.next;
    if (after === undefined) break;
  }
  if (after !== undefined || found.some((one) => one.currency !== currency)) return "unclear";
  if (found.length === 0) return now - at < EMPTY_MS ? "unclear" : "unlisted";
  return {
    hundredths: found.reduce((sum, { netMinor, netFine = 0 }) => sum + netMinor * 100 + netFine, 0),
  };
}

/** It goes to the end of the line, so that it keeps no other one; a difference that was seen before stands. */
const noteUnclear = async (
  tx: Tx,
  provider: string,
  { ref, currency, paidMinor }: Payout,
  now: Instant,
): Promise<void> =>
  void (await sql`
    insert into payout_check (org_id, provider, ref, currency, paid_minor, state, checked_at)
    values (app_org(), ${provider}, ${ref}, ${currency}, ${paidMinor}, 'unclear', ${toIso(now)})
    on conflict (org_id, provider, ref) do update set checked_at = excluded.checked_at`.execute(tx));

async function noteCheck(
  tx: Tx,
  provider: string,
  { ref, currency, paidMinor, paidHundredths }: Payout,
  inside: Exclude<Inside, "unclear" | "silent">,
  now: Instant,
): Promise<void> {
  const apart = inside === "unlisted" ? 0 : inside.hundredths - paidHundredths;
  const state = inside === "unlisted" ? inside : apart === 0 ? "equal" : "differs";
  const insideMinor = state === "unlisted" ? null : paidMinor + wholeOf(apart);
  await sql`
    insert into payout_check (org_id, provider, ref, currency, paid_minor, inside_minor, state, checked_at)
    values (app_org(), ${provider}, ${ref}, ${currency}, ${paidMinor}, ${insideMinor}, ${state}, ${toIso(now)})
    on conflict (org_id, provider, ref) do update
    set inside_minor = excluded.inside_minor, state = excluded.state, checked_at = excluded.checked_at`.execute(
    tx,
  );
  const found = { kind: "payout-differs", about: ref } as const;
  await noteCompared(tx, now, found, state !== "differs", { ours: insideMinor, theirs: paidMinor, currency });
}

/** Less than a minor unit apart is apart too. */
const wholeOf = (hundredths: number): number => Math.sign(hundredths) * Math.ceil(Math.abs(hundredths) / 100);
