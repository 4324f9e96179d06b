import { refusalSentence } from "#web/api/refusal-text.ts";
import type { FieldFault } from "#contract/problem.ts";
import type { PriceListFault, PriceListFaultCode } from "../domain/check-price-list.ts";
import { exactDistance, moneyOf, type Phrasing } from "./rule-words.ts";

/** The room's refusal for each fault. */
const WORD_OF = {
  "unknown-currency": "quotes.unknown-currency",
  "duplicate-id": "quotes.duplicate-id",
  "not-whole": "quotes.not-whole",
  negative: "quotes.negative",
  "bad-step": "quotes.bad-step",
  "bad-time": "quotes.bad-time",
  "unknown-zone": "quotes.unknown-zone",
  unreachable: "quotes.unreachable",
  "missing-base": "quotes.missing-base",
  "minimum-above-maximum": "quotes.minimum-above-maximum",
  "cheaper-with-distance": "quotes.cheaper-with-distance",
  "too-complex": "quotes.too-complex",
  "too-large": "quotes.too-large",
  "case-fails": "quotes.case-fails",
} as const satisfies Record<PriceListFaultCode, `quotes.${string}`>;

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
