import { SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Break, Courier, Sec } from "#kernel/plan-request.ts";
import type { Window } from "#kernel/window.ts";
import type { WorkDay } from "#features/shifts/domain/work-day.ts";

interface Load {
  readonly massG: number;
  readonly parcels: number;
  readonly volumeMl: number;
}

/** Courier as far as it matters whether and how they work. */
interface Rider {
  readonly work: WorkDay;
  readonly onDuty: boolean;
  /** Tasks that they have already. */
  readonly taskIds: readonly string[];
}

interface Day {
  readonly work: Window;
  readonly isToday: boolean;
  readonly couriers: readonly Rider[];
}

interface Held extends Load {
  readonly kind: string;
  readonly window: Window;
}

/** A load as the planner counts it: grams, parcels and millilitres. */
export const loadOf = ({ massG, parcels, volumeMl }: Load): number[] => [massG, parcels, volumeMl];

/** Shifts that are not over. */
const shiftsAhead = ({ work }: Rider, { work: { start } }: Day) =>
  work.shifts.filter(({ window }) => window.end > start);

/**
 * Whether somebody can be planned on a day: who has a shift left, who is on duty, and who has work already. On a day for
 * which nobody has a shift, everybody who is not known to be off.
 */
export function worksOn(courier: Rider, day: Day): boolean {
  if (courier.taskIds.length > 0 || (day.isToday && courier.onDuty)) return true;
  if (day.couriers.some(({ work }) => work.shifts.length > 0)) return shiftsAhead(courier, day).length > 0;
  return !day.isToday;
}

/** Vehicle of the next shift, or the usual one. */
const vehicleOn = (courier: Rider, day: Day) => shiftsAhead(courier, day)[0]?.vehicle ?? courier.work.vehicle;

/** Whether the service level of a delivery allows the courier's vehicle. */
export const mayCarry = (
  courier: Rider,
  { vehicles }: { readonly vehicles: readonly string[] },
  day: Day,
): boolean => vehicles.length === 0 || vehicles.includes(vehicleOn(courier, day).class);

/** Whether a courier can do all that the service level of a delivery asks for. */
export const hasSkills = ({ work }: Rider, { skills }: { readonly skills: readonly string[] }): boolean =>
  skills.every((skill) => work.skills.includes(skill));

/** A skill that a delivery asks for, or a vehicle that may carry it. */
export type Lack = { readonly kind: "skill"; readonly skill: string } | { readonly kind: "vehicle" };

/** Something that a courier lacks for a delivery. */
export function lackOf(
  courier: Rider,
  task: { readonly skills: readonly string[]; readonly vehicles: readonly string[] },
  day: Day,
): Lack | undefined {
  const skill = task.skills.find((one) => !courier.work.skills.includes(one));
  if (skill !== undefined) return { kind: "skill", skill };
  return mayCarry(courier, task, day) ? undefined : { kind: "vehicle" };
}

interface Around {
  readonly day: Day;
  /** Second at which the day's last work ends. */
  readonly end: Sec;
  /** Tasks that the courier has already. */
  readonly held: readonly Held[];
  /** Tasks beside the plan: room for their parcels is kept free. */
  readonly beside?: readonly Held[];
}

/** Shift, breaks, vehicle and skills of a courier as the planner reads them; what they have already always fits in. */
export function meansOf(
  courier: Rider,
  { day, end, held: planned, beside = [] }: Around,
): Pick<Courier, "profile" | "shift" | "capacity" | "skills" | "breaks"> {
  const from = day.work.start;
  const second = (at: Instant): Sec => Math.round((at - from) / SECOND_MS);
  const shifts = shiftsAhead(courier, day);
  const vehicle = vehicleOn(courier, day);
  const held = [...planned, ...beside];
  const drops = planned.filter(({ kind }) => kind !== "collect");
  const common = {
    profile: vehicle.profile,
    capacity: loadOf(vehicle.capacity).map((most, nth) =>
      Math.max(most - sumOf(beside, nth), sumOf(drops, nth)),
    ),
    skills: courier.work.skills,
  };
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (!first || !last) return { ...common, shift: [0, end], breaks: [] };
  const isWorking = day.isToday && courier.onDuty;
  const begin = Math.max(from, isWorking ? from : first.window.start);
  const opens = Math.min(
    begin,
    ...held.flatMap(({ window }) => (window.end <= begin ? Math.max(from, window.start) : [])),
  );
  const closes = Math.max(
    last.window.end,
    ...held.flatMap(({ window }) => (window.start >= last.window.end ? window.end : [])),
  );
  const breaks = [
    ...shifts.flatMap(({ rests }) =>
      rests.map(({ earliest, latest, seconds }) => ({
        window: { start: earliest, end: latest },
        duration: seconds,
      })),
    ),
    ...gapsOf(shifts.map(({ window }) => window)),
  ];
  return {
    ...common,
    shift: [second(opens), Math.max(second(closes), 0)],
    breaks: breaks
      .filter(({ window }) => window.end >= from)
      .map(({ window, duration }): Break => ({
        window: [Math.max(0, second(window.start)), second(window.end)],
        duration,
      }))
      .toSorted((a, b) => a.window[0] - b.window[0]),
  };
}

const sumOf = (loads: readonly Load[], nth: number): number =>
  loads.reduce((sum, load) => sum + (loadOf(load)[nth] ?? 0), 0);

/** Times between the shifts of a split day. */
const gapsOf = (windows: readonly Window[]): { window: Window; duration: Sec }[] =>
  windows.slice(1).map(({ start }, nth) => {
    const end = windows[nth]?.end ?? start;
    return { window: { start: end, end }, duration: (start - end) / SECOND_MS };
  });
