import type { Form } from "#web/forms/use-form.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import { OpeningHours } from "../contract/api.ts";
import { checkHours, type HoursFault } from "../domain/hours.ts";

/** The form of the opening hours, with what it reads. */
export type HoursForm = Form<HoursText, OpeningHours>;

export interface OpeningText {
  weekday: number;
  opens: string;
  closes: string;
}
export interface ExceptionText {
  date: string;
  closed: boolean;
  opens: string;
  closes: string;
  note: string;
}
/** Hours as typed: a time box cannot say 24:00, so midnight as an end is written 00:00. */
export interface HoursText {
  hours: { weekly: OpeningText[]; exceptions: ExceptionText[] };
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const FIRST_OPENING = { opens: "09:00", closes: "17:00" } as const;
const END_OF_DAY = "24:00";

const shown = (closes: string | null): string => (closes === END_OF_DAY ? "00:00" : (closes ?? ""));
const meant = (closes: string): string => (closes === "00:00" ? END_OF_DAY : closes);

/** Stored hours as text, each day's openings and the dates in order. */
export function textOfHours({ weekly, exceptions }: OpeningHours): HoursText {
  const byStart = weekly.toSorted((a, b) => a.weekday - b.weekday || a.opens.localeCompare(b.opens));
  const byDate = exceptions.toSorted((a, b) => a.date.localeCompare(b.date));
  return {
    hours: {
      weekly: byStart.map((rule) => ({ ...rule, closes: shown(rule.closes) })),
      exceptions: byDate.map((one) => ({ ...one, opens: one.opens ?? "", closes: shown(one.closes) })),
    },
  };
}

function inputOf({ hours: { weekly, exceptions } }: HoursText) {
  return {
    weekly: weekly.map((rule) => ({ ...rule, closes: meant(rule.closes) })),
    exceptions: exceptions.map((one) => {
      const times = one.closed
        ? { opens: null, closes: null }
        : { opens: one.opens, closes: meant(one.closes) };
      return { ...one, ...times, note: one.note.trim() };
    }),
  };
}

const WORD_OF = {
  "bad-time": "places.bad-time",
  "ends-before-start": "places.ends-before-start",
  overlaps: "places.overlaps",
  "times-missing": "places.times-missing",
  "closed-and-open": "places.closed-and-open",
} as const satisfies Record<HoursFault["code"], string>;

/** The contract's schema and the same rules that the server checks; faults are named by the form's own paths. */
export const HoursSchema: FormSchema<OpeningHours> = {
  safeParse(typed) {
    // Safe: only the hours' form, whose values are such texts, is parsed with it.
    const input = inputOf(typed as HoursText);
    const parsed = OpeningHours.safeParse(input);
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["hours", ...issue.path] }));
      return { success: false, error: { issues } };
    }
    const issues = checkHours(parsed.data).map(({ path, code }) => ({
      path: ["hours", ...path.split(".")],
      message: WORD_OF[code],
    }));
    return issues.length === 0 ? { success: true, data: parsed.data } : { success: false, error: { issues } };
  },
};

/** The hours as they would be stored, or undefined while something is wrong with them. */
export function readHours(text: HoursText): OpeningHours | undefined {
  const result = HoursSchema.safeParse(text);
  return result.success ? result.data : undefined;
}

/** Another opening of a day: the usual one, or two hours after the day's last. */
export function addOpening(weekly: readonly OpeningText[], weekday: number): OpeningText[] {
  const last = weekly.filter((rule) => rule.weekday === weekday).at(-1);
  const hour = last === undefined || last.closes === "" ? undefined : Number(meant(last.closes).slice(0, 2));
  const fits = hour !== undefined && hour + 1 < 22;
  const clock = (n: number): string => `${String(n).padStart(2, "0")}:00`;
  const after = fits
    ? { opens: clock(hour + 1), closes: clock(Math.min(hour + 4, 23)) }
    : { opens: "", closes: "" };
  return [...weekly, { weekday, ...(last === undefined ? FIRST_OPENING : after) }];
}

/** One day's openings on other days too, in place of theirs. */
export function copyDay(
  weekly: readonly OpeningText[],
  from: number,
  to: readonly number[] = WEEKDAYS,
): OpeningText[] {
  const source = weekly.filter((rule) => rule.weekday === from);
  const targets = to.filter((day) => day !== from);
  return [
    ...weekly.filter((rule) => !targets.includes(rule.weekday)),
    ...targets.flatMap((weekday) => source.map((rule) => ({ ...rule, weekday }))),
  ];
}
