import { type ChooseLinesProps, isDone } from "#features/dispatch/web/public.ts";

type Lines = Pick<ChooseLinesProps, "unassigned" | "couriers">;

/** Deliveries that the lists show, each once. */
export const shownOf = ({ unassigned, couriers }: Lines): string[] => [
  ...new Set([...unassigned, ...couriers].flatMap((line) => line.deliveryId ?? [])),
];

/** Deliveries of the lists with work that is late, those on folded routes included. */
export function lateOf({ board, unassigned, couriers }: Lines & Pick<ChooseLinesProps, "board">): string[] {
  const late = new Set(board.deliveries.flatMap((one) => (one.late ? [one.id] : [])));
  const stops = couriers.flatMap((line) =>
    line.kind === "stop" ? [line.stop] : line.open ? [] : line.courier.route.stops,
  );
  const waiting = unassigned.flatMap((line) => line.deliveryId ?? []).filter((id) => late.has(id));
  const planned = stops.flatMap((stop) =>
    !isDone(stop) && (stop.late || late.has(stop.deliveryId)) ? [stop.deliveryId] : [],
  );
  return [...new Set([...waiting, ...planned])];
}
