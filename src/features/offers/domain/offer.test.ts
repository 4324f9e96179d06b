import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import {
  type End,
  type Offer,
  type Work,
  declineOf,
  dueEnd,
  endBefore,
  mayAccept,
  mayWithdraw,
  stateOf,
} from "./offer.ts";

const COURIERS = ["kim", "lee", "mo"] as const;
const LASTS = 100;

/** A delivery with everything that may happen to it and to its offers, in memory. */
interface World {
  now: number;
  holder: string | null;
  isOver: boolean;
  terms: number;
  offers: { offer: Offer; terms: number; ends: End[] }[];
}

const workOf = ({ isOver, holder, terms }: World, offered: number): Work => ({
  kind: isOver ? "none" : holder === null ? "open" : "held",
  isSame: terms === offered,
});

/** The code of a refusal, or what was done. */
function said<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const newest = (world: World) => world.offers.at(-1);

function end(one: World["offers"][number], as: End): void {
  one.offer = { ...one.offer, end: as };
  one.ends.push(as);
}

function answer(one: World["offers"][number], courierId: string, word: "accepted" | "declined"): void {
  const couriers = one.offer.couriers.map((asked) =>
    asked.courierId === courierId ? { ...asked, answer: word } : asked,
  );
  one.offer = { ...one.offer, couriers };
}

const ACTS: Readonly<Record<string, (world: World, courierId: string) => void>> = {
  offer(world) {
    const last = newest(world);
    const open = last?.offer.end === null ? last : undefined;
    const before = said(() => endBefore(open?.offer, workOf(world, open?.terms ?? world.terms), world.now));
    if (before !== null && before.startsWith("offers.")) return;
    // Safe: it is no refusal.
    if (open && before !== null) end(open, before as End);
    const couriers = COURIERS.slice(0, 2).map((courierId) => ({ courierId, answer: null }));
    const offer = { expiresAt: world.now + LASTS, end: null, couriers };
    world.offers.push({ offer, terms: world.terms, ends: [] });
  },
  accept(world, courierId) {
    const last = newest(world);
    if (!last) return;
    const work = workOf(world, last.terms);
    if (said(() => mayAccept(last.offer, { courierId, work, now: world.now })) !== true) return;
    expect({ work, isInTime: world.now < last.offer.expiresAt }).toEqual({
      work: { kind: "open", isSame: true },
      isInTime: true,
    });
    answer(last, courierId, "accepted");
    end(last, "accepted");
    world.holder = courierId;
  },
  decline(world, courierId) {
    const last = newest(world);
    if (!last) return;
    const work = workOf(world, last.terms);
    const effect = said(() => declineOf(last.offer, { courierId, work, now: world.now }));
    if (effect !== "noted" && effect !== "last") return;
    answer(last, courierId, "declined");
    if (effect === "last") end(last, "declined");
  },
  withdraw(world) {
    const last = newest(world);
    if (last && said(() => mayWithdraw(last.offer, workOf(world, last.terms), world.now)) === true)
      end(last, "withdrawn");
  },
  settle(world) {
    const last = newest(world);
    const due = last && dueEnd(last.offer, workOf(world, last.terms), world.now);
    if (last && due) end(last, due);
  },
  wait: (world) => void (world.now += LASTS / 2),
  // Given and taken back it has changed: `termsOf` counts who had it.
  assign: (world) => void (world.holder ??= "office"),
  takeBack(world) {
    if (world.holder === null) return;
    world.holder = null;
    world.terms += 1;
  },
  edit: (world) => void (world.terms += 1),
  cancel: (world) => void (world.isOver = true),
};

test("whatever happens in whatever order, an offer has one end, one courier at most, and none is open for work that somebody has", () => {
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(ACTS).flatMap((act) => (act === "cancel" ? [act] : [act, act, act]))),
    fc.constantFrom(...COURIERS),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world: World = { now: 0, holder: null, isOver: false, terms: 0, offers: [] };
      for (const [act, courierId] of [["offer", "kim"] as const, ...steps]) {
        const states = world.offers.map(({ offer, terms }) =>
          stateOf(offer, workOf(world, terms), world.now),
        );
        ACTS[act]?.(world, courierId);
        for (const [nth, { offer, terms, ends }] of world.offers.entries()) {
          const accepted = offer.couriers.filter((one) => one.answer === "accepted");
          const state = stateOf(offer, workOf(world, terms), world.now);
          expect(accepted.length).toBe(state === "accepted" ? 1 : 0);
          expect(ends.length).toBe(offer.end === null ? 0 : 1);
          expect(state === "open" && (world.holder !== null || world.isOver)).toBe(false);
          // Once over, it never opens again.
          expect(state === "open" && !["open", undefined].includes(states[nth])).toBe(false);
        }
        expect(world.offers.filter(({ offer }) => offer.end === null).length).toBeLessThanOrEqual(1);
      }
    }),
    { seed: testSeed(), numRuns: 2_000 },
  );
});

const offer: Offer = {
  expiresAt: LASTS,
  end: null,
  couriers: COURIERS.map((courierId) => ({ courierId, answer: null })),
};
const open: Work = { kind: "open", isSame: true };
const kim = { courierId: "kim", work: open, now: 0 };

test.each([
  ["taken", { ...offer, end: "accepted" as const }, kim],
  ["declined", { ...offer, couriers: [{ courierId: "kim", answer: "declined" as const }] }, kim],
  ["expired", offer, { ...kim, now: LASTS }],
  ["withdrawn", { ...offer, end: "withdrawn" as const }, kim],
  ["assigned", offer, { ...kim, work: { ...open, kind: "held" as const } }],
  ["changed", offer, { ...kim, work: { ...open, isSame: false } }],
  ["over", offer, { ...kim, work: { ...open, kind: "none" as const } }],
  ["not-found", offer, { ...kim, courierId: "stranger" }],
])("an acceptance too late is refused as %s", (code, held, who) => {
  expect(said(() => mayAccept(held, who))).toBe(`offers.${code}`);
});

test("to the last millisecond it may be taken, and its winner may say so again", () => {
  expect(mayAccept(offer, { ...kim, now: LASTS - 1 })).toBe(true);
  const won: Offer = { ...offer, end: "accepted", couriers: [{ courierId: "kim", answer: "accepted" }] };
  expect(mayAccept(won, { ...kim, now: LASTS + 1 })).toBe(false);
});

test("the last no ends it, and a second no says nothing new", () => {
  const couriers = [
    { courierId: "kim", answer: null },
    { courierId: "lee", answer: "declined" as const },
  ];
  expect(declineOf({ ...offer, couriers }, kim)).toBe("last");
  expect(declineOf(offer, kim)).toBe("noted");
  expect(declineOf({ ...offer, couriers }, { ...kim, courierId: "lee" })).toBe("nothing");
});
