import type { WordLocale } from "#kernel/locale.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import type { Form } from "#web/forms/use-form.ts";
import { LevelTerms } from "../../contract/levels.ts";
import { type LevelFaultCode, levelFaults } from "../../domain/check-levels.ts";
import { LEVEL_PROOFS, LEVEL_VEHICLES } from "../../domain/service-levels.ts";
import { LEVEL_STEP_MS, MAX_DISTANCE_M, MAX_PARCELS, OFFERED_DAYS } from "../../domain/limits.ts";

/** Terms as they are typed: times in minutes, limits in kilometres and kilograms. */
export interface LevelText {
  lead: string;
  window: string;
  step: string;
  fromDay: string;
  toDay: string;
  weekdays: number[];
  /** Blank for none. */
  cutoff: string;
  maxKm: string;
  maxKg: string;
  maxParcels: string;
  names: Record<WordLocale, string>;
  vehicles: LevelTerms["vehicles"];
  proofs: LevelTerms["proofs"];
  onTheWay: string;
  atPickup: string;
  least: string;
  skills: string[];
}
export type LevelForm = Form<LevelText, LevelTerms>;

/** Digits of a kilometre and a kilogram down to metres and grams. */
const THOUSANDTHS = 3;
const DAY_MINUTES = 24 * 60;
const STEP_MINUTES = LEVEL_STEP_MS / MINUTE_MS;

/** Terms as text, with the reader's decimal mark. */
export function textOfLevel(level: LevelTerms, mark: string): LevelText {
  const minutes = (ms: number) => String(ms / MINUTE_MS);
  return {
    lead: minutes(level.leadMs),
    window: minutes(level.windowMs),
    step: minutes(level.stepMs),
    fromDay: String(level.fromDay),
    toDay: String(level.toDay),
    weekdays: level.weekdays,
    cutoff: level.cutoff ?? "",
    maxKm: decimalText(level.maxDistanceM, THOUSANDTHS, mark),
    maxKg: decimalText(level.maxMassG, THOUSANDTHS, mark),
    maxParcels: String(level.maxParcels),
    names: level.names,
    vehicles: level.vehicles,
    proofs: level.proofs,
    onTheWay: String(level.cancel.onTheWay),
    atPickup: String(level.cancel.atPickup),
    least: String(level.cancel.least),
    skills: level.skills ?? [],
  };
}

/** Number of one input: its digits, its limits in the unit of the input, and the word for what is none. */
interface NumberField {
  readonly digits: number;
  readonly least: number;
  readonly most: number;
  readonly message: string;
}
const minutes = (least: number, most: number): NumberField => ({
  digits: 0,
  least,
  most,
  message: "levels.not-minutes",
});
const percent: NumberField = { digits: 0, least: 0, most: 100, message: "levels.not-a-count" };
const NUMBERS = {
  lead: minutes(0, (OFFERED_DAYS - 1) * DAY_MINUTES),
  window: minutes(STEP_MINUTES, DAY_MINUTES),
  step: minutes(STEP_MINUTES, DAY_MINUTES),
  maxKm: { digits: THOUSANDTHS, least: 0.1, most: MAX_DISTANCE_M / 1_000, message: "levels.not-a-distance" },
  maxKg: { digits: THOUSANDTHS, least: 0.1, most: 1_000, message: "levels.not-a-mass" },
  onTheWay: percent,
  atPickup: percent,
  least: { digits: 0, least: 0, most: 1_000, message: "levels.not-a-count" },
  maxParcels: { digits: 0, least: 1, most: MAX_PARCELS, message: "levels.not-a-count" },
} as const satisfies Partial<Record<keyof LevelText, NumberField>>;
type NumberName = keyof typeof NUMBERS;

const isTime = (name: NumberName): boolean => NUMBERS[name].message === "levels.not-minutes";

function issueOf(name: NumberName, text: LevelText) {
  const { digits, least, most, message } = NUMBERS[name];
  const units = readDecimal(text[name], digits);
  const value = units === undefined ? Number.NaN : units / 10 ** digits;
  const isRight = value >= least && value <= most && !(isTime(name) && value % STEP_MINUTES !== 0);
  return isRight ? [] : [{ path: [name], message, minimum: least, maximum: most }];
}

const FIELD_OF: Readonly<Record<string, keyof LevelText>> = {
  leadMs: "lead",
  windowMs: "window",
  stepMs: "step",
};

const WORD_OF = {
  "not-each-once": "levels.not-each-once",
  "not-in-steps": "levels.not-in-steps",
  "no-weekday": "levels.no-weekday",
  "ends-before-start": "levels.ends-before-start",
  "only-today": "levels.only-today",
  "no-name": "levels.no-name",
  "retired-on": "levels.retired-on",
} as const satisfies Record<LevelFaultCode, string>;

/** Reads typed terms by the rules that the server checks; what cannot be typed stays as it was. */
export function levelSchema(before: LevelTerms): FormSchema<LevelTerms> {
  return {
    safeParse(input) {
      // Safe: only this form, whose values are such texts, is parsed with it.
      const text = input as LevelText;
      // Safe: the names are those of the table.
      const issues = (Object.keys(NUMBERS) as NumberName[]).flatMap((name) => issueOf(name, text));
      const level = { ...before, ...termsOf(text) };
      const faults = levelFaults(level)
        .filter(({ code }) => code !== "not-in-steps")
        .map(({ path, code }) => ({ path: [FIELD_OF[path] ?? path], message: WORD_OF[code] }));
      const all = [...issues, ...faults];
      if (all.length > 0) return { success: false, error: { issues: all } };
      return LevelTerms.safeParse(level);
    },
  };
}

function termsOf(text: LevelText): Omit<LevelTerms, "code" | "isOn" | "isRetired"> {
  const read = (name: NumberName) => readDecimal(text[name], NUMBERS[name].digits) ?? 0;
  return {
    leadMs: read("lead") * MINUTE_MS,
    windowMs: read("window") * MINUTE_MS,
    stepMs: read("step") * MINUTE_MS,
    fromDay: Number(text.fromDay),
    toDay: Number(text.toDay),
    weekdays: text.weekdays.toSorted((a, b) => a - b),
    cutoff: text.cutoff === "" ? null : text.cutoff,
    maxDistanceM: read("maxKm"),
    maxMassG: read("maxKg"),
    maxParcels: read("maxParcels"),
    names: text.names,
    vehicles: LEVEL_VEHICLES.filter((vehicle) => text.vehicles.includes(vehicle)),
    proofs: LEVEL_PROOFS.filter((proof) => text.proofs.includes(proof)),
    cancel: { onTheWay: read("onTheWay"), atPickup: read("atPickup"), least: read("least") },
    skills: text.skills,
  };
}
