import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decidedMinor, type Moves, movesFor, type Standing } from "./price-decision.ts";

const isPayable = (minor: number): boolean => minor >= 50;
const card: Standing = {
  priceMinor: 1_000,
  besideMinor: 0,
  headroomMinor: 0,
  booking: "card",
  takesCards: true,
  unopened: [],
};
const moves = (standing: Partial<Standing>, difference: number) =>
  movesFor({ ...card, ...standing }, difference, isPayable);

describe("a difference", () => {
  test.each<[string, Partial<Standing>, number, Partial<Moves> | string]>([
    ["is asked for by a link", {}, 240, { priceMinor: 1_000, extraMinor: 240, effects: ["link"] }],
    ["is too little for a card", {}, 49, "too-little"],
    ["fits into the hold", { headroomMinor: 300 }, 40, { priceMinor: 1_040, effects: ["more-held"] }],
    ["fits in part", { headroomMinor: 100 }, 160, { priceMinor: 1_100, extraMinor: 60 }],
    [
      "of which too little would be left is asked for whole",
      { headroomMinor: 100 },
      120,
      { priceMinor: 1_000, extraMinor: 120 },
    ],
    [
      "is due in cash",
      { booking: "due", takesCards: false },
      20,
      { priceMinor: 1_020, effects: ["more-due"] },
    ],
    ["comes after the cash", { booking: "received", takesCards: false }, 200, "received"],
    ["cannot be asked for without cards", { takesCards: false }, 200, "no-cards"],
    ["is held less", {}, -300, { priceMinor: 700, effects: ["less-held"] }],
    ["leaves too little for a card", {}, -980, "too-little"],
    ["was taken from the card early", { booking: "taken" }, -300, "received"],
    ["would leave nothing to be paid in cash", { booking: "due" }, -1_000, "too-little"],
    ["waits for a lost hold", { keptWhy: "in-doubt" }, -300, "in-doubt"],
    ["waits for cash that may be taken", { booking: "due", keptWhy: "with-courier" }, 300, "with-courier"],
    ["was received in cash", { booking: "received" }, -300, "received"],
    ["is owed less", { booking: "due" }, -300, { priceMinor: 700, effects: ["less-due"] }],
    [
      "lowers a link first",
      { besideMinor: 200, unopened: [{ id: "a", minor: 200 }] },
      -100,
      { priceMinor: 1_000, lowered: [{ id: "a", minor: 100 }], effects: ["link-less"] },
    ],
    [
      "drops a link",
      { besideMinor: 200, unopened: [{ id: "a", minor: 200 }] },
      -250,
      { priceMinor: 950, lowered: [{ id: "a", minor: 0 }], effects: ["link-less", "less-held"] },
    ],
    [
      "leaves a link that would ask for too little",
      { besideMinor: 60, unopened: [{ id: "a", minor: 60 }] },
      -20,
      { priceMinor: 980, lowered: [] },
    ],
  ])("%s", (_name, standing, difference, expected) => {
    const found = moves(standing, difference);
    expect(typeof found === "string" ? { why: found } : found).toMatchObject(
      typeof expected === "string" ? { why: expected } : expected,
    );
  });
});

interface Extra {
  readonly id: string;
  readonly minor: number;
  readonly isOpened: boolean;
}
/** An order's money as the payments keep it, until its end. */
interface Order {
  readonly way: "card" | "cash";
  readonly heldMinor: number;
  readonly takenMinor: number;
  readonly priceMinor: number;
  readonly cashMinor: number;
  readonly extras: readonly Extra[];
}

const standingOf = (order: Order): Standing => {
  const { way, takenMinor, heldMinor, priceMinor, extras } = order;
  const isTaken = takenMinor > 0;
  return {
    priceMinor,
    besideMinor: extras.reduce((sum, { minor }) => sum + minor, 0),
    headroomMinor: way === "cash" ? 0 : Math.max(0, (isTaken ? takenMinor : heldMinor) - priceMinor),
    booking: way === "cash" ? (isTaken ? "received" : "due") : isTaken ? "taken" : "card",
    takesCards: way === "card",
    unopened: extras.filter(({ isOpened }) => !isOpened).toReversed(),
  };
};

/** As payments and debts carry it out. */
const carriedOut = (order: Order, { priceMinor, extraMinor, lowered }: Moves): Order => {
  const kept = order.extras
    .map((one) => ({ ...one, minor: lowered.find(({ id }) => id === one.id)?.minor ?? one.minor }))
    .filter(({ minor }) => minor > 0);
  const fresh = { id: String(order.extras.length + extraMinor * 100), minor: extraMinor, isOpened: false };
  return {
    ...order,
    priceMinor,
    cashMinor: order.way === "cash" && order.takenMinor === 0 ? priceMinor : order.cashMinor,
    extras: extraMinor > 0 ? [...kept, fresh] : kept,
  };
};

/** Before the end: a hold that is taken because it ends soon, or cash at the pickup. */
const taken = (order: Order): Order => {
  if (order.takenMinor > 0) return order;
  const { way, heldMinor, priceMinor, cashMinor } = order;
  return { ...order, takenMinor: way === "cash" ? cashMinor : Math.min(heldMinor, priceMinor) };
};

/** Payments, plus surcharges, minus refunds, once a delivery was made and each link was paid. */
function paidInTheEnd({ way, heldMinor, takenMinor, priceMinor, cashMinor, extras }: Order): number {
  const beside = extras.reduce((sum, { minor }) => sum + minor, 0);
  if (way === "cash") return (takenMinor || cashMinor) + beside;
  const captured = takenMinor || Math.min(heldMinor, priceMinor);
  return captured - Math.max(0, captured - priceMinor) + beside;
}

const step = fc.oneof(
  fc.record({
    type: fc.constant("edit" as const),
    quoted: fc.integer({ min: 50, max: 3_000 }),
    keeps: fc.boolean(),
  }),
  fc.record({ type: fc.constant("open" as const) }),
  fc.record({ type: fc.constant("take" as const) }),
);

type Step =
  | { readonly type: "edit"; readonly quoted: number; readonly keeps: boolean }
  | { readonly type: "open" }
  | { readonly type: "take" };

interface Story {
  readonly order: Order;
  readonly decided: number;
}

function after({ order, decided }: Story, one: Step): Story {
  if (one.type === "take") return { order: taken(order), decided };
  if (one.type === "open")
    return {
      order: { ...order, extras: order.extras.map((extra) => ({ ...extra, isOpened: true })) },
      decided,
    };
  const difference = one.quoted - decided;
  const found = difference === 0 || one.keeps ? "kept" : movesFor(standingOf(order), difference, isPayable);
  return typeof found === "string"
    ? { order, decided }
    : { order: carriedOut(order, found), decided: one.quoted };
}

test("of any edits the decided price is paid in the end, neither more nor less", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("card" as const, "cash" as const),
      fc.integer({ min: 50, max: 3_000 }),
      fc.array(step, { maxLength: 12 }),
      (way, price, steps) => {
        const booked = {
          way,
          heldMinor: price,
          takenMinor: 0,
          priceMinor: price,
          cashMinor: price,
          extras: [],
        };
        let story: Story = { order: booked, decided: price };
        for (const one of steps) {
          story = after(story, one);
          expect(decidedMinor(standingOf(story.order))).toBe(story.decided);
          expect(paidInTheEnd(story.order)).toBe(story.decided);
        }
      },
    ),
  );
});
