import type { Pane } from "./selection.ts";
import { type KeyedBoard, moveStop, postpone, takeBack, targetsOf } from "./keys/use-keys.ts";
import { mayMove } from "./plan/plan.ts";
import type { RouteLine } from "./rows.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { useCursor } from "./selection-store.ts";

/** The bar at the foot follows the current stop of the couriers' pane. */
export function Foot({
  keyed,
  couriers,
  active,
}: {
  keyed: KeyedBoard;
  couriers: readonly RouteLine[];
  active: { readonly current: Pane };
}) {
  const cursor = useCursor(keyed.store, "couriers");
  const line = couriers.find((row) => row.key === cursor);
  const stops = keyed.board.couriers.find((one) => one.id === line?.courierId)?.route.stops ?? [];
  const movable = line?.kind === "stop" && mayMove(stops, line.taskId, followerOf(stops, line.taskId));
  return (
    <SelectionBar
      board={keyed.board}
      store={keyed.store}
      lines={{ unassigned: keyed.rows.unassigned, couriers }}
      onAssign={keyed.openAssign}
      onTakeBack={() => takeBack(targetsOf(keyed, active.current), keyed)}
      onPin={() => keyed.plan.pin(targetsOf(keyed, active.current))}
      onPostpone={() => postpone(targetsOf(keyed, active.current), keyed)}
      onPayLink={keyed.openPayLink}
      onNudge={movable ? (by) => moveStop(line, by, keyed) : undefined}
    />
  );
}

const followerOf = (stops: readonly { taskId: string }[], taskId: string): string | null =>
  stops[stops.findIndex((stop) => stop.taskId === taskId) + 1]?.taskId ?? null;
