import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { NoticeSettings } from "../../contract/api.ts";

/** The rules as they stand in inputs; names are those of the rules, so that what the server refuses finds its input. */
export interface RulesText {
  readonly tells: NoticeSettings["rules"]["tells"];
  readonly isQuiet: boolean;
  readonly quiet: { readonly from: string; readonly to: string };
  readonly undoMinutes: string;
  readonly mostPerDelivery: string;
  readonly mostPerDay: string;
  /** In the currency. */
  readonly smsPriceMicros: string;
}

/** Decimal digits of a price in millionths. */
const MICRO_DIGITS = 6;

export const textOfRules = ({ rules }: NoticeSettings): RulesText => ({
  tells: rules.tells,
  isQuiet: rules.quiet !== null,
  quiet: rules.quiet ?? { from: "22:00", to: "07:00" },
  undoMinutes: String(rules.undoMinutes),
  mostPerDelivery: String(rules.mostPerDelivery),
  mostPerDay: String(rules.mostPerDay),
  smsPriceMicros: decimalText(rules.smsPriceMicros, MICRO_DIGITS, ".", 2),
});

/** A blank is missing; what is no number is of the wrong kind. */
const numberIn = (text: string, digits = 0): number | undefined =>
  text.trim() === "" ? undefined : (readDecimal(text, digits) ?? Number.NaN);

export const rulesIn = ({ tells, isQuiet, quiet, ...text }: RulesText) => ({
  tells,
  quiet: isQuiet ? quiet : null,
  undoMinutes: numberIn(text.undoMinutes),
  mostPerDelivery: numberIn(text.mostPerDelivery),
  mostPerDay: numberIn(text.mostPerDay),
  smsPriceMicros: numberIn(text.smsPriceMicros, MICRO_DIGITS),
});
