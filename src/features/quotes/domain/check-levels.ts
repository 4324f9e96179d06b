import { LEVEL_STEP_MS } from "./limits.ts";
import { type LevelTerms, SERVICE_LEVELS, isBuiltIn, isSoonest } from "./service-levels.ts";

/** Faults of a level's terms, in English; people read them in their own language by code. */
export const LEVEL_FAULTS = {
  "not-each-once":
    "The list must name every service level once; one that was saved can be retired, not taken away.",
  "no-name": "A service level of one's own needs a name.",
  "retired-on": "A service level that is retired is not sold.",
  "not-in-steps": "A time of a service level is a whole number of five minutes.",
  "no-weekday": "A service level needs a weekday.",
  "ends-before-start": "The last day offered comes before the first.",
  "only-today": "The soonest window is always today's.",
} as const;
export type LevelFaultCode = keyof typeof LEVEL_FAULTS;

/** `path` is where to mark the form. */
export interface LevelFault {
  readonly path: string;
  readonly code: LevelFaultCode;
}

const TIMES = ["leadMs", "windowMs", "stepMs"] as const;

/** Everything wrong with the terms of one level, by the names of its members. */
export function levelFaults(level: LevelTerms): LevelFault[] {
  const { fromDay, toDay } = level;
  const isNamed = isBuiltIn(level.code) || Object.values(level.names).some((name) => name !== "");
  return [
    ...(isNamed ? [] : [{ path: "names.en", code: "no-name" } as const]),
    ...(level.isRetired && level.isOn ? [{ path: "isOn", code: "retired-on" } as const] : []),
    ...TIMES.filter((name) => level[name] % LEVEL_STEP_MS !== 0).map((path): LevelFault => ({
      path,
      code: "not-in-steps",
    })),
    ...(toDay < fromDay ? [{ path: "toDay", code: "ends-before-start" } as const] : []),
    ...(level.weekdays.length === 0 ? [{ path: "weekdays", code: "no-weekday" } as const] : []),
    ...(isSoonest(level) && toDay > 0 ? [{ path: "toDay", code: "only-today" } as const] : []),
  ];
}

/**
 * Everything wrong with the levels of an organisation; empty when they may be sold by.
 *
 * @param saved codes of levels by which something may have been booked
 */
export function checkLevels(
  levels: readonly LevelTerms[],
  saved: readonly string[] = SERVICE_LEVELS,
): LevelFault[] {
  const codes = new Set(levels.map(({ code }) => code));
  const isWhole = codes.size === levels.length && saved.every((code) => codes.has(code));
  return [
    ...(isWhole ? [] : [{ path: "levels", code: "not-each-once" } as const]),
    ...levels.flatMap((level, at) =>
      levelFaults(level).map(({ path, code }) => ({ path: `levels.${at}.${path}`, code })),
    ),
  ];
}
