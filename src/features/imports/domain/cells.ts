import { type LocalDate, type LocalTime, weekdayOf } from "#kernel/local-time.ts";
import { fold } from "#features/places/domain/search-text.ts";
import type { LevelTerms, ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import type { DateOrder } from "./fields.ts";

const ARABIC_ZERO = 0x0660;
/** Digits of Arabic as Western ones. */
export const western = (text: string): string =>
  text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\.?(?: .*)?$/;

interface Parts {
  readonly first: number;
  readonly second: number;
  readonly year: number;
  readonly dotted: boolean;
}

function yearLast(text: string): Parts | undefined {
  const found = YEAR_LAST.exec(text);
  if (!found) return undefined;
  const [, first, mark, second, year = ""] = found;
  return {
    first: Number(first),
    second: Number(second),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    dotted: mark === ".",
  };
}

/** Whether day and month of this text can be told apart: `27.11.2026` and `27/11/2026` can, `03/04/2026` cannot. */
export function isAmbiguousDate(text: string): boolean {
  const parts = yearLast(western(text.trim()));
  return parts !== undefined && !parts.dotted && parts.first <= 12 && parts.second <= 12;
}

/**
 * Order of the dates of a column as its own values show it, e.g. by `27/11/2026`; undefined where none of them does, or
 * where they contradict one another.
 */
export function dateOrderOf(texts: readonly string[]): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const parts = yearLast(western(text.trim()));
    if (!parts || parts.dotted) continue;
    if (parts.first > 12) orders.add("dmy");
    else if (parts.second > 12) orders.add("mdy");
  }
  const [only] = orders;
  return orders.size === 1 ? only : undefined;
}

/** Whether somebody must say if day or month comes first. */
export const asksDateOrder = (texts: readonly string[]): boolean =>
  dateOrderOf(texts) === undefined && texts.some(isAmbiguousDate);

function dateOf(year: number, month: number, day: number): LocalDate | undefined {
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  try {
    return weekdayOf(date) > 0 ? date : undefined;
  } catch {
    return undefined;
  }
}

/** A day: `2026-11-27`, `27.11.2026`, or with slashes by the order. Undefined for anything else, and for 30 February. */
export function readDate(text: string, order: DateOrder | undefined): LocalDate | undefined {
  const plain = western(text.trim());
  const iso = YEAR_FIRST.exec(plain);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = yearLast(plain);
  if (!parts) return undefined;
  const { first, second, year, dotted } = parts;
  const isMonthFirst = !dotted && (second > 12 || (first <= 12 && order === "mdy"));
  if (!dotted && order === undefined && first <= 12 && second <= 12 && first !== second) return undefined;
  return isMonthFirst ? dateOf(year, first, second) : dateOf(year, second, first);
}

const CLOCK = /^(\d{1,2})(?:\s*[:.h]\s*([0-5]\d))?(?::[0-5]\d)?\s*(?:h|uhr)?\s*([ap])?\.?(?:m\.?)?$/;
const FOUR = /^([01]\d|2[0-3])([0-5]\d)$/;
const FRACTION = /^0?[.,]\d+$/;

const two = (n: number): string => String(n).padStart(2, "0");

/** A time of day: `9`, `09:30`, `9.30`, `9h30`, `9:30 am`, `0930`, or a workbook's fraction of a day. */
export function readTime(text: string): LocalTime | undefined {
  const plain = western(text.trim().toLowerCase());
  if (FRACTION.test(plain)) {
    const minutes = Math.round(Number(plain.replace(",", ".")) * 1440);
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }
  const four = FOUR.exec(plain);
  if (four) return `${four[1]}:${four[2]}`;
  const found = CLOCK.exec(plain);
  if (!found) return undefined;
  const [, typed, minute = "00", half] = found;
  const hour = hourOf(Number(typed), half);
  return hour > 24 || (hour === 24 && minute !== "00") ? undefined : `${two(hour)}:${minute}`;
}

/** The hour of a day; beyond 24 where a half of the day has no such hour. */
function hourOf(typed: number, half: string | undefined): number {
  if (half === undefined) return typed;
  return typed < 1 || typed > 12 ? 99 : (typed % 12) + (half === "p" ? 12 : 0);
}

const SPAN = /^(.+?)\s*(?:-|–|—|\bto\b|\bbis\b|\bà\b|\ba\b|إلى)\s*(.+)$/u;

/** A time, or two of them in one cell: `9:00 - 10:00`. */
export function readSpan(text: string): { from: LocalTime; to?: LocalTime } | undefined {
  const one = readTime(text);
  if (one !== undefined) return { from: one };
  const [, first = "", last = ""] = SPAN.exec(western(text.trim().toLowerCase())) ?? [];
  const [from, to] = [readTime(first), readTime(last)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

const WEIGHT = /^(\d{1,6})(?:[.,](\d{1,3}))?\s*(kg|kilo|kilos|g|كغ|كجم|غ)?$/;

/** Grams of a weight in kilograms (`2,5`, `2.5 kg`) or in grams (`500 g`). */
export function readGrams(text: string): number | undefined {
  const [, whole, part = "", unit] = WEIGHT.exec(western(text.trim().toLowerCase())) ?? [];
  if (whole === undefined) return undefined;
  const thousandths = Number(whole) * 1_000 + Number(part.padEnd(3, "0"));
  return unit === "g" || unit === "غ" ? Math.round(thousandths / 1_000) : thousandths;
}

/** A whole number, also as a workbook writes it: `3` and `3.0`. */
export function readCount(text: string): number | undefined {
  const [, digits] = /^(\d{1,4})(?:[.,]0+)?$/.exec(western(text.trim())) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const choice = <V extends string>(words: Readonly<Record<V, string>>): ((text: string) => V | undefined) => {
  const known = new Map<string, V>();
  // Safe: its own keys.
  for (const value of Object.keys(words) as V[])
    for (const word of [value, ...words[value].split("|")]) known.set(fold(word), value);
  return (text) => known.get(fold(text));
};

export type Size = "envelope" | "small" | "medium" | "large";
export const readSize = choice<Size>({
  envelope: "letter|brief|umschlag|lettre|enveloppe|carta|sobre|ظرف|رسالة",
  small: "s|klein|petit|pequeño|صغير",
  medium: "m|mittel|moyen|mediano|متوسط",
  large: "l|groß|grand|grande|كبير",
});

const readBuiltIn = choice<ServiceLevel>({
  asap_60: "asap|now|express|sofort|immédiat|inmediato|فوري",
  same_day: "same day|today|am selben tag|taggleich|le jour même|mismo día|في اليوم نفسه",
  scheduled: "hour|slot|geplant|termin|stunde|programmé|créneau|programado|franja|مجدول|موعد",
  next_day: "next day|tomorrow|am nächsten tag|nächster tag|lendemain|día siguiente|اليوم التالي",
});

/** A level by its code, or by its name in any language. */
export function readService(text: string, levels: readonly Level[] = []): ServiceLevel | undefined {
  const wanted = fold(text);
  const own = levels.find(({ code, names }) =>
    [code, ...Object.values(names)].some((word) => word !== "" && fold(word) === wanted),
  );
  return own?.code ?? readBuiltIn(text);
}
type Level = Pick<LevelTerms, "code" | "names">;

/** Ways to pay that a file may name: never a card. */
export const IMPORT_WAYS = ["cash-collection", "cash-delivery", "invoice"] as const;
export type ImportWay = (typeof IMPORT_WAYS)[number];
export const readWay = choice<ImportWay>({
  "cash-collection":
    "cash at collection|sender pays|bar bei abholung|absender zahlt|espèces à l'enlèvement|efectivo en la recogida|نقدًا عند الاستلام من المرسل|الدفع عند الاستلام من المرسل",
  "cash-delivery":
    "cash|cod|cash on delivery|cash at delivery|bar|nachnahme|bar bei zustellung|bar bei lieferung|empfänger zahlt|espèces|espèces à la livraison|efectivo|contra reembolso|efectivo en la entrega|نقدًا|نقدًا عند التسليم|نقدًا عند الاستلام|الدفع عند الاستلام",
  invoice:
    "account|on account|rechnung|auf rechnung|konto|facture|compte|sur compte|factura|cuenta|a cuenta|حساب|على الحساب|فاتورة",
});
