import { shiftsApi } from "#features/shifts/contract/api.ts";
import type { ShiftCell, VehicleFields } from "#features/shifts/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { addDays, localAt, minutesOf, weekdayOf } from "#kernel/local-time.ts";
import type { Instant } from "#kernel/instant.ts";
import type * as z from "zod/mini";
import type { ApiCaller } from "./api-caller.ts";
import type { Cast } from "./cast.ts";
import type { Step } from "./shifts.ts";
import { ON_DUTY_MS } from "./stories.ts";

interface Parts {
  readonly api: ApiCaller;
  readonly cast: Cast;
  readonly now: Instant;
  readonly timezone: string;
}

const VEHICLES: readonly z.output<typeof VehicleFields>[] = [
  {
    name: "Blue cargo bike",
    class: "cargo_bike",
    parcels: 40,
    massG: 100_000,
    volumeMl: 400_000,
    retired: false,
  },
  { name: "White van", class: "van", parcels: 180, massG: 850_000, volumeMl: 5_500_000, retired: false },
];
const SKILLS: readonly (readonly string[])[] = [["stairs"], ["heavy", "cold chain"], [], ["stairs"]];
/** Days from this Monday on. */
const DAYS = 14;
const LENGTH_MIN = 8 * 60 + 30;

const clock = (minutes: number): string => {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

/** Vehicles, and the shifts of two weeks around the time at which everybody came on duty; two wishes wait for an answer. */
export const planWork = ({ api, cast, now, timezone }: Parts): Step => ({
  at: now - ON_DUTY_MS - HOUR_MS,
  run: async () => {
    const vehicles = [];
    for (const vehicle of VEHICLES)
      vehicles.push(await api.call({ actor: cast.greta }, shiftsApi.addVehicle, vehicle));
    for (const [nth, { courierId }] of cast.couriers.entries()) {
      const means = { id: courierId, vehicleId: vehicles[nth]?.id ?? null, skills: [...(SKILLS[nth] ?? [])] };
      await api.call({ actor: cast.bo }, shiftsApi.editMeans, { ...means, version: 0 });
    }
    const began = localAt(now - ON_DUTY_MS, timezone);
    const begin = Math.floor(minutesOf(began.time) / 30) * 30;
    const monday = addDays(began.date, 1 - weekdayOf(began.date));
    const cells = cast.couriers.flatMap(({ courierId }, nth) =>
      Array.from({ length: DAYS }, (_, n) => addDays(monday, n))
        // Two days off each, never today.
        .filter((date) => date === began.date || (weekdayOf(date) + nth) % 7 > 1)
        .map((date): ShiftCell => ({
          courierId,
          date,
          shifts: [timesFrom(begin)],
          seen: [],
        })),
    );
    await api.call({ actor: cast.bo }, shiftsApi.planShifts, { cells });
    await wish({ api, cast, now, timezone }, cells);
  },
});

function timesFrom(begin: number): ShiftCell["shifts"][number] {
  const rest = { earliest: clock(begin + 210), latest: clock(begin + 270), minutes: 30 };
  return { from: clock(begin), to: clock(begin + LENGTH_MIN), breaks: [rest], vehicleId: null };
}

/** One courier asks for a day off of theirs, another to be freed. */
async function wish({ api, cast, now, timezone }: Parts, cells: readonly ShiftCell[]): Promise<void> {
  const today = localAt(now + 30 * MINUTE_MS, timezone).date;
  const [asking, declining] = cast.couriers.slice(-2);
  const isPlanned = (id: string | undefined, date: string): boolean =>
    cells.some((cell) => cell.courierId === id && cell.date === date);
  const ahead = Array.from({ length: 6 }, (_, n) => addDays(today, n + 1));
  const free = ahead.find((date) => !isPlanned(asking?.courierId, date));
  const times = cells[0]?.shifts[0];
  if (asking && free !== undefined && times)
    await api.call({ actor: asking.actor }, shiftsApi.askForShift, {
      date: free,
      from: times.from,
      to: times.to,
      note: "I could take this one, too.",
    });
  if (!declining) return;
  const { shifts } = await api.call({ actor: declining.actor }, shiftsApi.readMyShifts, {});
  const later = shifts.find(({ date }) => date > today);
  if (later)
    await api.call({ actor: declining.actor }, shiftsApi.declineShift, {
      id: later.id,
      version: later.version,
      note: "Dentist in the morning.",
    });
}
