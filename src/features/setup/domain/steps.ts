/** Steps of the first set-up, in their order. The zone of an area is its organisation's, so money comes before it. */
export const SETUP_STEPS = [
  "name",
  "money",
  "area",
  "hours",
  "vehicles",
  "people",
  "price",
  "finish",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Parts of an organisation that the steps set up. */
export interface SetupFacts {
  readonly hasArea: boolean;
  /** Openings of a week. */
  readonly openings: number;
  readonly vehicles: number;
  readonly people: number;
  /** Somebody published a price list; the one that comes with Waybill does not count. */
  readonly hasOwnPrices: boolean;
}

/** `left`: the administrator went on without it. */
export type StepState = "open" | "left" | "done";

const DONE: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean | undefined>> = {
  name: () => undefined,
  money: () => undefined,
  area: ({ hasArea }) => hasArea,
  hours: ({ openings }) => openings > 0,
  vehicles: ({ vehicles }) => vehicles > 0,
  people: ({ people }) => people > 1,
  price: ({ hasOwnPrices }) => hasOwnPrices,
  finish: () => undefined,
};

/** State of a step by what is there and by what was left behind; a step that makes nothing is done by being left. */
export function stateOf(step: SetupStep, facts: SetupFacts, passed: ReadonlySet<string>): StepState {
  const isDone = DONE[step](facts);
  if (isDone === true) return "done";
  if (!passed.has(step)) return "open";
  return isDone === undefined ? "done" : "left";
}

/** Steps without which nobody can book. */
export const NEEDED: readonly SetupStep[] = ["area", "hours"];

/** Steps that keep the set-up from its end: what bookings need, and a decision about prices. */
export const missingSteps = (facts: SetupFacts, passed: ReadonlySet<string>): SetupStep[] =>
  ([...NEEDED, "price"] as const).filter((step) => {
    const state = stateOf(step, facts, passed);
    return state === "open" || (state === "left" && step !== "price");
  });
