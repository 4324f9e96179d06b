import type { PriceRule } from "../contract/price-list.ts";
import { DEFAULT_TITLES } from "../domain/default-titles.ts";
import { laterRules } from "../domain/later-rules.ts";

/** Price rules of a new organisation until it publishes its own list; amounts in hundredths of the main unit. */
export const DEFAULT_RULES: readonly PriceRule[] = [
  { id: "base", title: DEFAULT_TITLES.base, when: [], do: { kind: "flat", amount: 490 } },
  {
    id: "distance",
    title: DEFAULT_TITLES.distance,
    when: [],
    do: { kind: "perDistance", freeM: 2_000, stepM: 500, amount: 60 },
  },
  {
    id: "more-parcels",
    title: DEFAULT_TITLES["more-parcels"],
    when: [],
    do: { kind: "perParcel", free: 1, amount: 120 },
  },
  {
    id: "heavy",
    title: DEFAULT_TITLES.heavy,
    when: [{ fact: "massG", from: 10_000 }],
    do: { kind: "surcharge", amount: 350 },
  },
  {
    id: "express",
    title: DEFAULT_TITLES.express,
    when: [{ fact: "serviceLevel", in: ["asap_60"] }],
    do: { kind: "percent", of: "running", basisPoints: 3_000 },
  },
  {
    id: "evening",
    title: DEFAULT_TITLES.evening,
    when: [{ fact: "timeOfDay", from: "18:00", below: "24:00" }],
    do: { kind: "surcharge", amount: 200 },
  },
  {
    id: "sunday",
    title: DEFAULT_TITLES.sunday,
    when: [{ fact: "weekday", in: [7] }],
    do: { kind: "percent", of: "running", basisPoints: 2_000 },
  },
  { id: "minimum", title: DEFAULT_TITLES.minimum, when: [], do: { kind: "minimum", amount: 590 } },
  ...laterRules([]),
  { id: "tax", title: DEFAULT_TITLES.tax, when: [], do: { kind: "tax", basisPoints: 1_900 } },
];
