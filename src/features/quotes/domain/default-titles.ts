/** The rules of the list that a new organisation starts with, and of a difference that the office decided; their titles as stored. */
export const DEFAULT_TITLES = {
  base: "Base fee",
  distance: "Distance beyond 2 km, per started 500 m",
  "more-parcels": "Every further parcel",
  heavy: "From 10 kg",
  express: "Express",
  evening: "Evening",
  sunday: "Sunday",
  minimum: "Minimum",
  tax: "Value added tax",
  decided: "Decided by the office",
} as const;

/** Titles of the rules for work that a failed try makes: no price has a line of theirs. */
export const LATER_TITLES = { "extra-attempt": "Another try", return: "The way back" } as const;

export type DefaultRuleId = keyof typeof DEFAULT_TITLES;

const isLaterId = (id: string): id is keyof typeof LATER_TITLES => Object.hasOwn(LATER_TITLES, id);

/** As `untouchedTitle`. */
export const untouchedLater = (id: string, title: string): keyof typeof LATER_TITLES | undefined =>
  isLaterId(id) && LATER_TITLES[id] === title ? id : undefined;

const isDefaultId = (id: string): id is DefaultRuleId => Object.hasOwn(DEFAULT_TITLES, id);

/** The rule's id where its title is still the one it came with: such a title may be said in any language. */
export const untouchedTitle = (id: string, title: string): DefaultRuleId | undefined =>
  isDefaultId(id) && DEFAULT_TITLES[id] === title ? id : undefined;
