import type { ChooseLinesProps } from "#features/dispatch/web/public.ts";
import type { LateWork } from "#features/lateness/domain/late-day.ts";

type Lines = Pick<ChooseLinesProps, "unassigned" | "couriers">;

/** Deliveries that the lists show, each once. */
export const shownOf = ({ unassigned, couriers }: Lines): string[] => [
  ...new Set([...unassigned, ...couriers].flatMap((line) => line.deliveryId ?? [])),
];

/** Deliveries of the lists with work that is late or will be, those on folded routes included. */
export function lateOf({ unassigned, couriers }: Lines, late: LateWork): string[] {
  const stops = couriers.flatMap((line) =>
    line.kind === "stop" ? [line.stop] : line.open ? [] : line.courier.route.stops,
  );
  const waiting = unassigned.flatMap((line) => line.deliveryId ?? []).filter((id) => late.deliveries.has(id));
  const planned = stops.filter(({ taskId }) => late.stops.has(taskId)).map(({ deliveryId }) => deliveryId);
  return [...new Set([...waiting, ...planned])];
}
