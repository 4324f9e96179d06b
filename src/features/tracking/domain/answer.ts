import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import { DAY_MS, HOUR_MS, type Instant } from "#kernel/instant.ts";

/** Facts that a link does not tell its holder: either opens the pictures of a proof. */
export interface Known {
  readonly houseNumber: string | null;
  /** Null for a link whose page may have shown it. */
  readonly pin: string | null;
}

interface RecordedStep {
  readonly state: DeliveryStateName;
  readonly recordedAt: Instant;
}

/** Moment since which no page of a delivered delivery shows its PIN; a correction may have shown it once more. */
export const pinHiddenSince = (steps: readonly RecordedStep[]): Instant =>
  steps[steps.findLastIndex(({ state }) => state !== "delivered") + 1]?.recordedAt ?? Infinity;

interface PartOfAddress {
  readonly street: string | null;
  readonly houseNumber: string | null;
}

const AT_END = /[\s,]+\d+\s*[a-z]?([-/]\d+\s*[a-z]?)?$/iu;
const AT_START = /^\d+\s*[a-z]?[\s,]+(?=\D)/iu;

/** A street as a person typed it may end or begin with its house number. */
export const withoutNumber = (street: string): string => street.replace(AT_END, "").replace(AT_START, "");

/** House number of an address, also where it stands in the street; null where there is none. */
export function houseNumberIn({ street, houseNumber }: PartOfAddress): string | null {
  const found = houseNumber ?? AT_END.exec(street ?? "")?.[0] ?? AT_START.exec(street ?? "")?.[0];
  return found === undefined || plain(found) === "" ? null : found;
}

/** Whether an answer is the house number or the PIN, however it is written: `12 a` is `12A`. */
export function isKnown(answer: string, { houseNumber, pin }: Known): boolean {
  const given = plain(answer);
  return given !== "" && [houseNumber, pin].some((one) => one !== null && plain(one) === given);
}

const ARABIC_ZERO = 0x0660;

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - ARABIC_ZERO))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

export interface AnswerLimit {
  readonly most: number;
  readonly withinMs: number;
}

/** Wrong answers about one delivery after which none is taken until the first of them is so old. */
export const ANSWER_LIMITS: readonly AnswerLimit[] = [
  { most: 5, withinMs: HOUR_MS },
  { most: 10, withinMs: 7 * DAY_MS },
];
/** As many from one address about any delivery: many people share one. */
export const ADDRESS_LIMITS: readonly AnswerLimit[] = [{ most: 20, withinMs: HOUR_MS }];

/** Moment from which answers are taken again, by the wrong ones so far; null where they are taken now. */
export function takenAgainAt(
  wrongAt: readonly Instant[],
  now: Instant,
  limits: readonly AnswerLimit[] = ANSWER_LIMITS,
): Instant | null {
  const newest = wrongAt.toSorted((a, b) => b - a);
  const ends = limits.map(({ most, withinMs }) => (newest[most - 1] ?? -Infinity) + withinMs);
  const until = Math.max(...ends);
  return until > now ? until : null;
}

/** Wrong answers that are still taken about a delivery. */
export const answersLeft = (wrongAt: readonly Instant[], now: Instant): number =>
  Math.min(
    ...ANSWER_LIMITS.map(({ most, withinMs }) => most - wrongAt.filter((at) => at > now - withinMs).length),
  );

/** Pictures stay open so long after a right answer. */
export const PICTURES_OPEN_MS = HOUR_MS / 4;
