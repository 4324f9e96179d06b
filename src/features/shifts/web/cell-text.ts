import type { ShiftTimes } from "../contract/api.ts";

/** Times of one day as somebody types them: "8-16", "8-12 14-18", "22-6", with a break "8-16 12-13/30". */
export type TypedTimes = Omit<ShiftTimes, "vehicleId">;

const EASTERN_ZERO = 0x0660;
const asciiDigits = (text: string): string =>
  text.replace(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? EASTERN_ZERO) - EASTERN_ZERO));

const TIME = "([0-9]{1,2})(?:[:.h]?([0-9]{2}))?";
const SHIFT = new RegExp(`^${TIME}-${TIME}$`);
const BREAK = new RegExp(`^${TIME}(?:-${TIME})?/([0-9]{1,3})$`);
const SHORTEST_BREAK = 5;
const LONGEST_BREAK = 180;

/** "HH:mm", or nothing for no time of day. */
function timeOf(hour: string | undefined, minute: string | undefined): string | undefined {
  if (hour === undefined) return undefined;
  const [h, m] = [Number(hour), Number(minute ?? "0")];
  if (m > 59 || h > 24 || (h === 24 && m > 0)) return undefined;
  return `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
}

/** Reads "12-13/30" or "12/30". */
function readBreak(word: string): TypedTimes["breaks"][number] | undefined {
  const found = BREAK.exec(word);
  const earliest = timeOf(found?.[1], found?.[2]);
  const latest = found?.[3] === undefined ? earliest : timeOf(found[3], found[4]);
  const minutes = Number(found?.[5]);
  const isSound = minutes >= SHORTEST_BREAK && minutes <= LONGEST_BREAK;
  return earliest === undefined || latest === undefined || !isSound
    ? undefined
    : { earliest, latest, minutes };
}

/** Reads "8-16". */
function readShift(word: string): TypedTimes | undefined {
  const found = SHIFT.exec(word);
  const [from, to] = [timeOf(found?.[1], found?.[2]), timeOf(found?.[3], found?.[4])];
  if (from === undefined || from === "24:00" || to === undefined || from === to) return undefined;
  return { from, to: to === "00:00" ? "24:00" : to, breaks: [] };
}

/** Reads typed times of a day; an empty text or a dash is a day off. Nothing for what cannot be read. */
export function readCell(typed: string): TypedTimes[] | undefined {
  const words = asciiDigits(typed)
    .replace(/[–—−]/g, "-")
    .replace(/\s*([-/])\s*/g, "$1")
    .split(/[\s,;،]+/)
    .filter((word) => word !== "" && word !== "-");
  const shifts: TypedTimes[] = [];
  for (const word of words) {
    const shift = readShift(word);
    const [rest, last] = [readBreak(word), shifts.at(-1)];
    if (shift) shifts.push(shift);
    else if (rest && last) last.breaks.push(rest);
    else return undefined;
  }
  return shifts;
}

/** "08:00" as "8", "08:30" as "8:30". */
const short = (time: string): string =>
  `${Number(time.slice(0, 2))}${time.endsWith(":00") ? "" : time.slice(2)}`;

const breakText = ({ earliest, latest, minutes }: TypedTimes["breaks"][number]): string =>
  `${short(earliest)}${latest === earliest ? "" : `-${short(latest)}`}/${minutes}`;

/** The text that `readCell` reads back. */
export const cellText = (shifts: readonly TypedTimes[]): string =>
  shifts
    .map(({ from, to, breaks }) => [`${short(from)}-${short(to)}`, ...breaks.map(breakText)].join(" "))
    .join(" ");

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clockOf = (minutes: number): string => {
  const inDay = minutes % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};
/** A break that is added by one press: this long, and it may begin this much around the middle. */
const USUAL_BREAK = 30;
const AROUND = 30;

/** Adds half an hour around the middle of the longest shift that has no break. */
export function withBreak<T extends TypedTimes>(shifts: readonly T[]): T[] {
  const length = ({ from, to }: T): number => (minutesOf(to) - minutesOf(from) + 1440) % 1440 || 1440;
  const bare = shifts
    .filter(({ breaks }) => breaks.length === 0)
    .toSorted((a, b) => length(b) - length(a))[0];
  if (!bare || length(bare) < 3 * AROUND + USUAL_BREAK) return [...shifts];
  const middle = minutesOf(bare.from) + Math.round((length(bare) - USUAL_BREAK) / 2 / 15) * 15;
  const added = {
    earliest: clockOf(middle - AROUND),
    latest: clockOf(middle + AROUND),
    minutes: USUAL_BREAK,
  };
  return shifts.map((one) => (one === bare ? { ...one, breaks: [added] } : one));
}
