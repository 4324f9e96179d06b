import { DEFAULT_TITLES } from "#features/quotes/domain/default-titles.ts";
import { laterRules } from "#features/quotes/domain/later-rules.ts";
import type { LaterKind } from "#features/quotes/domain/price-rule.ts";

/** The simplest price list: amounts in minor units, without tax. */
export interface FirstPrices {
  readonly base: number;
  /** Of every started kilometre; 0 for none. */
  readonly perKm: number;
  /** Hundredths of a per cent; 0 for none. */
  readonly taxBasisPoints: number;
  /** Whether another try and the way back cost something, where the sender or the recipient is at fault. */
  readonly chargesLater: boolean;
}

/** A rule without conditions. */
export interface FirstRule {
  id: string;
  title: string;
  when: never[];
  do:
    | { kind: "flat"; amount: number }
    | { kind: "perDistance"; freeM: number; stepM: number; amount: number }
    | { kind: "tax" | LaterKind; basisPoints: number };
}

const KM = 1_000;

/**
 * Rules of the first price list: these and no others, so that the example on the screen is the whole truth.
 *
 * @param perKmTitle title of the charge for distance, in the administrator's words
 */
export function firstRules(
  { base, perKm, taxBasisPoints, chargesLater }: FirstPrices,
  perKmTitle: string,
): FirstRule[] {
  return [
    { id: "base", title: DEFAULT_TITLES.base, when: [], do: { kind: "flat", amount: base } },
    ...(perKm > 0
      ? [
          {
            id: "per-km",
            title: perKmTitle,
            when: [],
            do: { kind: "perDistance" as const, freeM: 0, stepM: KM, amount: perKm },
          },
        ]
      : []),
    ...(chargesLater ? laterRules([]) : []),
    ...(taxBasisPoints > 0
      ? [
          {
            id: "tax",
            title: DEFAULT_TITLES.tax,
            when: [],
            do: { kind: "tax" as const, basisPoints: taxBasisPoints },
          },
        ]
      : []),
  ];
}
