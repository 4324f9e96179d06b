import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { good } from "#test/support/booking.ts";
import { deskOf, openCounter, taken } from "#test/support/paying.ts";
import type { Caller, World } from "#test/support/world.ts";
import type { Movement } from "../../domain/movement.ts";
import { balanceApi } from "../../contract/balance.ts";
import { exportPath } from "../../contract/export.ts";
import { findingsApi } from "../../contract/findings.ts";
import type { Finding } from "../../contract/findings.ts";
import type { ProviderLists, Unread } from "../gateway.ts";
import { brokenInvariants } from "../invariants.ts";
import type { Desk } from "../run-operation.ts";
import { tick } from "../sandbox/tick.ts";
import { compareBalance } from "./pass.ts";

let world: World;
let sam: Caller;
let ada: Caller;
beforeAll(async () => {
  ({ world, sam, ada } = await openCounter());
});
afterAll(() => world.close());
beforeEach(async () => {
  world.now += 7 * DAY_MS - HOUR_MS;
  await tick(world.db, () => world.now);
  world.now += HOUR_MS;
  await look();
});

const owner = (statement: ReturnType<typeof sql>) => world.db.owner((tx) => statement.execute(tx));
const look = (desk: Desk = deskOf(world)) => compareBalance(desk, world.orgId);
const open = async (kind: Finding["kind"]) =>
  good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items.filter(
    (finding) => finding.kind === kind,
  );
const isEqual = async () => good(await ada.call(balanceApi.readBalance, {})).isEqual;
const recheck = (id: string) => ada.call(findingsApi.resolveFinding, { id, fix: "recheck" });

const fail = (why: string): never => {
  throw new Error(why);
};
function one<T>(found: readonly T[]): T {
  expect(found).toHaveLength(1);
  return found[0] ?? fail("none");
}

/** A desk whose provider lists otherwise. */
function deskWith(change: (lists: ProviderLists) => Partial<ProviderLists>): Desk {
  const desk = deskOf(world);
  const { lists } = desk.provider;
  if (!lists) throw new Error("no lists");
  return { ...desk, provider: { ...desk.provider, lists: { ...lists, ...change(lists) } } };
}

test("a payout that is not what is listed in it is a finding with both figures, and ends when it agrees", async () => {
  await taken(world, sam);
  world.now += 2 * DAY_MS;
  await tick(world.db, () => world.now);
  // Somebody else's movement slips into the payout, which went out without it.
  await owner(sql`
    insert into sandbox_bank.balance (kind, amount_minor, currency, created_at, available_on, payout)
    select 'other', 300, 'EUR', ${toIso(world.now)}, ${toIso(world.now)}, 'po_sandbox' || max(seq)
    from sandbox_bank.balance where kind = 'payout'`);
  await look();
  expect(await open("payout-differs")).toEqual([]);
  world.now += 2 * DAY_MS;
  await look();
  const found = one(await open("payout-differs"));
  expect(found).toMatchObject({ about: expect.stringMatching(/^po_sandbox/), fixes: ["recheck", "note"] });
  const { ours, theirs } = found.amounts ?? fail("no amounts");
  expect(ours.minor - theirs.minor).toBe(300);
  expect(await isEqual()).toBe(false);
  expect((await recheck(found.id)).body.code).toBe("payments.still-in-doubt");
  const day = toIso(world.now).slice(0, 10);
  const table = await world.server.app.inject({
    url: exportPath("findings", { from: day, to: day }),
    headers: { authorization: "Bearer Ada" },
  });
  expect(table.body).toContain(`payout-differs,${found.about}`);
  expect(table.body).toContain(`EUR,${(ours.minor / 100).toFixed(2)},${(theirs.minor / 100).toFixed(2)}`);

  await owner(sql`update sandbox_bank.balance set payout = null where kind = 'other' and amount_minor = 300`);
  good(await recheck(found.id));
  expect(await open("payout-differs")).toEqual([]);
  expect(await isEqual()).toBe(true);
});

test("a payout that nobody can sum yet keeps no other one, and is looked at again", async () => {
  await taken(world, sam);
  world.now += 2 * DAY_MS;
  await tick(world.db, () => world.now);
  world.now += 2 * DAY_MS;
  const states = async () =>
    (
      await world.db.pool.query(
        "select state from payout_check where checked_at >= $1 order by checked_at desc limit 1",
        [toIso(world.now)],
      )
    ).rows;
  const says = (answer: Awaited<ReturnType<ProviderLists["movements"]>>) =>
    deskWith((lists) => ({
      movements: (window) =>
        window.payout === undefined ? lists.movements(window) : Promise.resolve(answer),
    }));
  const unread: Unread = { ref: "txn_odd", type: null, what: "type" };
  await look(says({ kind: "ok", value: { items: [], unread: [unread], next: undefined } }));
  expect(await states()).toEqual([{ state: "unclear" }]);
  world.now += MINUTE_MS;
  await look(says({ kind: "unknown", reason: "silence", stored: false }));
  expect(await states()).toEqual([{ state: "unclear" }]);
  world.now += MINUTE_MS;
  await look(says({ kind: "ok", value: { items: [], unread: [], next: undefined } }));
  expect(await states()).toEqual([{ state: "unclear" }]);
  expect(await open("payout-differs")).toEqual([]);
  expect(await isEqual()).toBe(true);
  world.now += MINUTE_MS;
  await look();
  expect(await states()).toEqual([{ state: "equal" }]);
});

test("of a payout that was made by hand nobody says what is in it, and that is no difference", async () => {
  await taken(world, sam);
  world.now += 2 * DAY_MS;
  await tick(world.db, () => world.now);
  world.now += 2 * DAY_MS;
  await look(
    deskWith((lists) => ({
      movements: (window) =>
        window.payout === undefined
          ? lists.movements(window)
          : Promise.resolve({ kind: "rejected", code: "payout_not_automatic" }),
    })),
  );
  const { rows: checked } = await world.db.pool.query(
    "select state, inside_minor from payout_check order by checked_at desc limit 1",
  );
  expect(checked).toEqual([{ state: "unlisted", inside_minor: null }]);
  expect(await open("payout-differs")).toEqual([]);
});

test("one movement in words that nobody can read stops no other; it is named, and read once it can be", async () => {
  const first = await taken(world, sam);
  const { rows: listed } = await world.db.pool.query(
    "select id from sandbox_bank.balance where kind = 'charge' order by seq desc limit 1",
  );
  const ref: string = listed[0].id;
  const unread: Unread = { ref, type: "charge", what: "source" };
  const mumbling = deskWith((lists) => ({
    movements: async (window) => {
      const page = await lists.movements(window);
      if (page.kind !== "ok") return page;
      const items = page.value.items.filter((item) => item.ref !== ref);
      const isThere = items.length < page.value.items.length;
      return { kind: "ok", value: { ...page.value, items, unread: isThere ? [unread] : [] } };
    },
    movement: () => Promise.resolve({ kind: "ok", value: unread }),
  }));
  const two = await taken(world, sam);
  await look(mumbling);
  const [found, ...more] = await open("movement-unread");
  expect(more).toEqual([]);
  expect(found).toMatchObject({ about: ref, unread: "source", fixes: ["recheck", "note"] });
  const { rows: read } = await world.db.pool.query(
    "select count(*)::int as n from balance_movement m join payment p on p.provider_ref = m.intent_ref where p.id = any($1)",
    [[first.paymentId, two.paymentId]],
  );
  expect(read).toEqual([{ n: 1 }]);
  expect(await isEqual()).toBe(false);
  // Noted as dealt with, it is asked for all the same: the sum of the list needs it.
  good(await ada.call(findingsApi.resolveFinding, { id: found?.id ?? "", fix: "note" }));
  await look(mumbling);
  expect(await open("movement-unread")).toEqual([]);
  await look();
  expect(await isEqual()).toBe(true);
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now))).toEqual([]);
});

test("prices in hundredths of a krona make no difference, and one that is missing does", async () => {
  const isk = (ref: string, grossMinor: number, feeMinor: number, netFine: number): Movement => ({
    ref,
    kind: "charge",
    intentRef: `pi_${ref}`,
    aboutRef: null,
    markedFor: null,
    currency: "ISK",
    grossMinor,
    feeMinor,
    netMinor: grossMinor - feeMinor,
    netFine,
    asked: money(grossMinor, "ISK"),
    rate: null,
    at: world.now,
    availableOn: world.now,
  });
  // 3 × 14.25 kr. are 42.75, and not 3 × 14.
  const three = ["a", "b", "c"].map((name) => isk(`txn_isk_${name}`, 1_000, 14, -25));
  const keeps = (minor: number, fine: number) =>
    deskWith((lists) => ({
      movements: async (window) => {
        const page = await lists.movements(window);
        if (page.kind !== "ok" || window.payout !== undefined || window.after !== undefined) return page;
        return { kind: "ok", value: { ...page.value, items: [...three, ...page.value.items] } };
      },
      funds: async () => {
        const said = await lists.funds();
        return said.kind === "ok"
          ? { ...said, value: [...said.value, { minor, currency: "ISK", fine }] }
          : said;
      },
    }));
  await look(keeps(2_957, 25));
  expect(await open("balance-differs")).toEqual([]);
  await look(keeps(2_957, 0));
  expect(await open("balance-differs")).toMatchObject([
    { about: "ISK", amounts: { ours: { minor: 2_958 }, theirs: { minor: 2_957 } } },
  ]);
  await look(keeps(2_957, 25));
  expect(await open("balance-differs")).toEqual([]);
});
