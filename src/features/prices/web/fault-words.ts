import { refusalSentence } from "#web/api/refusal-text.ts";
import type { FieldFault } from "#contract/problem.ts";
import type { PriceListFault, PriceListFaultCode } from "#features/quotes/domain/check-price-list.ts";
import { exactDistance, moneyOf, type Phrasing } from "./rule-words.ts";

/** The room's refusal for each fault. */
const WORD_OF = {
  "unknown-currency": "prices.unknown-currency",
  "duplicate-id": "prices.duplicate-id",
  "not-whole": "prices.not-whole",
  negative: "prices.negative",
  "bad-step": "prices.bad-step",
  "bad-time": "prices.bad-time",
  "bad-bands": "prices.bad-bands",
  "twice-in-table": "prices.twice-in-table",
  "below-zero": "prices.below-zero",
  "unknown-zone": "prices.unknown-zone",
  unreachable: "prices.unreachable",
  "missing-base": "prices.missing-base",
  "minimum-above-maximum": "prices.minimum-above-maximum",
  "cheaper-with-distance": "prices.cheaper-with-distance",
  "too-complex": "prices.too-complex",
  "too-large": "prices.too-large",
  "case-fails": "prices.case-fails",
} as const satisfies Record<PriceListFaultCode, `prices.${string}`>;

const isFaultCode = (code: string): code is PriceListFaultCode => Object.hasOwn(WORD_OF, code);
/** The code that a form knows a fault by. */
export const wordOfFault = (code: PriceListFaultCode): string => WORD_OF[code];

/** A fault in the reader's words; amounts and distances in it are written out. */
export function faultSentence(
  { code, facts }: PriceListFault,
  { f, currency, levelName }: Pick<Phrasing, "f" | "currency" | "levelName">,
): string {
  const shown = Object.entries(facts).map(([name, value]): [string, string | number] => {
    if (typeof value !== "number") return [name, name === "serviceLevel" ? levelName(value) : value];
    if (name.endsWith("M")) return [name, exactDistance(f, value)];
    const isMoney = /Total$|^least$|^most$|^expected$|^actual$/.test(name) && code !== "too-complex";
    return [name, isMoney ? f.money(moneyOf(value, currency)) : value];
  });
  return refusalSentence(WORD_OF[code], Object.fromEntries(shown)) ?? code;
}

/** Faults that the server named, on the rules that were sent. */
export function faultsOfReply(
  fields: readonly FieldFault[],
  ids: readonly string[],
  facts: PriceListFault["facts"],
): PriceListFault[] {
  return fields.flatMap(({ path, code }): PriceListFault[] => {
    const at = /^rules\.(\d+)\./.exec(path)?.[1];
    if (!isFaultCode(code)) return [];
    return [{ ruleId: at === undefined ? null : (ids[Number(at)] ?? null), path, code, facts }];
  });
}
