/** Decisions about the difference between the decided price and that of the changed trip. */
export const DECISIONS = ["keep", "charge", "give-back"] as const;

/**
 * Effect of a decision: the card's hold or the amount owed without a card is taken for more or less, the sender is asked
 * for a surcharge, an unopened surcharge is lowered.
 */
export const EFFECTS = ["more-held", "less-held", "more-due", "less-due", "link", "link-less"] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * Reason why a difference can only be waived: the price was paid, the amount is too little, no cards are taken, a hold is
 * lost, a courier may have taken the cash already.
 */
export const KEPT_WHY = ["received", "too-little", "no-cards", "in-doubt", "with-courier"] as const;
export type KeptWhy = (typeof KEPT_WHY)[number];

/** Surcharge for an earlier change that the provider does not know yet. Minor units. */
export interface Unopened {
  readonly id: string;
  readonly minor: number;
}

/** Money of an order that is not at its end. Minor units of its currency. */
export interface Standing {
  /** Price that the booking's own payment settles. */
  readonly priceMinor: number;
  /** Surcharges for earlier changes, unopened ones among them. */
  readonly besideMinor: number;
  /** Amount by which the price can be raised within what a card holds. */
  readonly headroomMinor: number;
  /** `taken`: a card paid before the end; `due`: to be paid without a card; `received`: paid without one. */
  readonly booking: "card" | "taken" | "due" | "received";
  readonly takesCards: boolean;
  /** The order's money allows no decision now. */
  readonly keptWhy?: Extract<KeptWhy, "in-doubt" | "with-courier">;
  /** Newest first. */
  readonly unopened: readonly Unopened[];
}

/** Acts that carry out a decision. */
export interface Moves {
  readonly priceMinor: number;
  /** Amount of a new surcharge; 0 for none. */
  readonly extraMinor: number;
  /** Surcharges with their amounts after it; 0 drops one. */
  readonly lowered: readonly Unopened[];
  readonly effects: readonly Effect[];
}

/** Price that was decided last: what is paid in the end if nothing changes any more. */
export const decidedMinor = ({ priceMinor, besideMinor }: Standing): number => priceMinor + besideMinor;

/** Whether a card can pay an amount of minor units. */
type IsPayable = (minor: number) => boolean;

/** Finds how a difference is charged or given back; a reason where it can only be waived. */
export function movesFor(standing: Standing, differenceMinor: number, isPayable: IsPayable): Moves | KeptWhy {
  if (standing.keptWhy) return standing.keptWhy;
  return differenceMinor > 0
    ? charged(standing, differenceMinor, isPayable)
    : givenBack(standing, -differenceMinor, isPayable);
}

function charged(standing: Standing, minor: number, isPayable: IsPayable): Moves | KeptWhy {
  const { priceMinor, headroomMinor, booking, takesCards } = standing;
  if (booking === "due") return raised(priceMinor + minor, 0, ["more-due"]);
  const within = Math.min(minor, headroomMinor);
  if (within === minor) return raised(priceMinor + minor, 0, ["more-held"]);
  if (!takesCards) return booking === "received" ? "received" : "no-cards";
  if (within > 0 && isPayable(minor - within))
    return raised(priceMinor + within, minor - within, ["more-held", "link"]);
  return isPayable(minor) ? raised(priceMinor, minor, ["link"]) : "too-little";
}

const raised = (priceMinor: number, extraMinor: number, effects: readonly Effect[]): Moves => ({
  priceMinor,
  extraMinor,
  lowered: [],
  effects,
});

const LESS = { card: "less-held", due: "less-due" } as const;

function givenBack(standing: Standing, minor: number, isPayable: IsPayable): Moves | KeptWhy {
  const { booking } = standing;
  const { lowered, left } = lower(standing.unopened, minor, isPayable);
  const priceMinor = standing.priceMinor - left;
  const why = left > 0 ? whyNotLess(booking, priceMinor, isPayable) : undefined;
  if (why) return why;
  const effects = [
    ...(lowered.length > 0 ? (["link-less"] as const) : []),
    ...(left > 0 ? [LESS[booking === "due" ? "due" : "card"]] : []),
  ];
  return { priceMinor, extraMinor: 0, lowered, effects };
}

/** Reason why the booking's own payment cannot be taken for this price instead. */
function whyNotLess(
  booking: Standing["booking"],
  priceMinor: number,
  isPayable: IsPayable,
): KeptWhy | undefined {
  // A card that paid early gets money back by a refund, which people make.
  if (booking === "received" || booking === "taken" || priceMinor < 0) return "received";
  if (booking === "due") return priceMinor === 0 ? "too-little" : undefined;
  // At the end a card would be let go where it holds too little to be taken.
  return priceMinor > 0 && !isPayable(priceMinor) ? "too-little" : undefined;
}

/** Lowers surcharges, as far as a link can still ask for what is left of each. */
function lower(
  unopened: readonly Unopened[],
  minor: number,
  isPayable: IsPayable,
): { readonly lowered: readonly Unopened[]; readonly left: number } {
  let left = minor;
  const lowered: Unopened[] = [];
  for (const one of unopened) {
    const after = Math.max(0, one.minor - left);
    if (left === 0 || (after > 0 && !isPayable(after))) continue;
    lowered.push({ id: one.id, minor: after });
    left -= one.minor - after;
  }
  return { lowered, left };
}
