import { Refusal } from "#kernel/refusal.ts";
import type { HandOverNote, PlanEdit } from "../../contract/api.ts";
import type { Board, BoardCourier, BoardDelivery, BoardStop } from "../../contract/board.ts";
import type { StopPlace } from "../../contract/quotes.ts";
import { place } from "../../domain/sequence.ts";
import { isDone } from "../rows.ts";

/** A stop's place. Of several deliveries it says whose stop it is: the board does not know tasks that nobody has. */
export type PlaceWish = StopPlace & Partial<Pick<BoardStop, "deliveryId" | "kind">>;

/** An edit before it gets its command id, its time and the revisions that its author saw. */
export type Wish =
  | {
      readonly type: "assign";
      readonly deliveryIds: readonly string[];
      readonly courierId: string;
      readonly beforeTaskId: string | null;
      /** Places of the deliveries' stops, as their quote names them. */
      readonly places?: readonly PlaceWish[];
      /** Revision of the courier's route that these places hold for. */
      readonly revision?: number;
      /** Deliveries whose parcels another courier hands over. */
      readonly handOver?: readonly HandOverNote[];
    }
  | { readonly type: "unassign"; readonly deliveryIds: readonly string[] }
  | {
      readonly type: "postpone";
      readonly deliveryIds: readonly string[];
      readonly toDate: string;
      /** Promises windows that have no place left, knowingly. */
      readonly overbook?: boolean;
    }
  | {
      readonly type: "move";
      readonly courierId: string;
      readonly taskId: string;
      readonly beforeTaskId: string | null;
    };

export type AssignWish = Extract<Wish, { readonly type: "assign" }>;

/** True where a quote put several deliveries to places of their own: they hold for one revision of the route alone. */
export const isPlacedTogether = (wish: Wish): boolean =>
  wish.type === "assign" && wish.deliveryIds.length > 1 && (wish.places?.length ?? 0) > 0;

/** The couriers who still have work of these deliveries. */
export function holdersOf(board: Board, deliveryIds: readonly string[]): BoardCourier[] {
  const wanted = new Set(deliveryIds);
  return board.couriers.filter((courier) =>
    courier.route.stops.some((stop) => wanted.has(stop.deliveryId) && !isDone(stop)),
  );
}

/** The edit as it is sent: with the revision, as seen, of every route that it touches. */
export function editOf(board: Board, wish: Wish, head: { commandId: string; occurredAt: string }): PlanEdit {
  const touched = new Map(couriersOf(board, wish).map((courier) => [courier.id, courier.route.revision]));
  const seen = [...touched].map(([courierId, revision]) => ({ courierId, revision }));
  const common = { ...head, date: board.date, seen };
  if (wish.type !== "assign")
    return wish.type === "move"
      ? { ...common, ...wish }
      : { ...common, ...wish, deliveryIds: [...wish.deliveryIds] };
  const { places, handOver, revision: _, ...assign } = wish;
  return {
    ...common,
    ...assign,
    deliveryIds: [...wish.deliveryIds],
    ...(places && { places: places.map(({ taskId, beforeTaskId }) => ({ taskId, beforeTaskId })) }),
    ...(handOver && handOver.length > 0 && { handOver: [...handOver] }),
  };
}

function couriersOf(board: Board, wish: Wish): BoardCourier[] {
  const named = "courierId" in wish ? board.couriers.filter((courier) => courier.id === wish.courierId) : [];
  const holders = wish.type === "move" ? [] : holdersOf(board, wish.deliveryIds);
  return [...new Set([...named, ...holders])];
}

/** The board as it will look, shown at once while the server decides. */
export function foresee(board: Board, wish: Wish): Board {
  if (wish.type === "move")
    return withStops(board, wish.courierId, (stops) => movedTo(stops, [wish.taskId], wish.beforeTaskId));
  const ids = new Set(wish.deliveryIds);
  const taken = wish.deliveryIds.flatMap((id) => pendingStops(board, id));
  const without = board.couriers.map((courier) => {
    const stops = courier.route.stops.filter((stop) => !ids.has(stop.deliveryId) || isDone(stop));
    return stops.length === courier.route.stops.length
      ? courier
      : { ...courier, route: { ...courier.route, stops } };
  });
  if (wish.type === "postpone")
    return { ...board, couriers: without, unassigned: board.unassigned.filter((id) => !ids.has(id)) };
  if (wish.type === "unassign") {
    const back = board.deliveries.flatMap(({ id }) => (ids.has(id) ? [id] : []));
    return { ...board, couriers: without, unassigned: [...new Set([...board.unassigned, ...back])] };
  }
  const handed = new Set(wish.handOver?.map(({ deliveryId }) => deliveryId));
  const rest = {
    ...board,
    deliveries: board.deliveries.map((one) =>
      handed.has(one.id) ? { ...one, heldBy: wish.courierId } : one,
    ),
    couriers: without,
    unassigned: board.unassigned.filter((id) => !ids.has(id)),
  };
  return withStops(rest, wish.courierId, (stops) => spread(stops, taken, wish));
}

/** Stops at their places, the others together before a stop or at the end. */
function spread(
  stops: readonly BoardStop[],
  taken: readonly BoardStop[],
  { places = [], beforeTaskId }: AssignWish,
): BoardStop[] {
  const placed = places.flatMap((place, at) => {
    const own = ({ taskId, deliveryId, kind }: BoardStop) =>
      taskId === place.taskId || (deliveryId === place.deliveryId && kind === place.kind);
    const stop = taken.find(own) ?? taken[at];
    return stop ? { stop, before: place.beforeTaskId } : [];
  });
  const others = taken.filter((one) => placed.every(({ stop }) => stop !== one));
  return placed.reduce(
    (now, { stop, before }) => insert(now, [stop], before),
    insert(stops, others, beforeTaskId),
  );
}

function withStops(
  board: Board,
  courierId: string,
  change: (stops: readonly BoardStop[]) => BoardStop[],
): Board {
  const couriers = board.couriers.map((courier) =>
    courier.id === courierId
      ? { ...courier, route: { ...courier.route, stops: change(courier.route.stops) } }
      : courier,
  );
  return { ...board, couriers };
}

function insert(
  stops: readonly BoardStop[],
  added: readonly BoardStop[],
  before: string | null,
): BoardStop[] {
  const at = stops.findIndex((stop) => stop.taskId === before);
  return at < 0 ? [...stops, ...added] : [...stops.slice(0, at), ...added, ...stops.slice(at)];
}

function movedTo(
  stops: readonly BoardStop[],
  taskIds: readonly string[],
  before: string | null,
): BoardStop[] {
  const moving = stops.filter((stop) => taskIds.includes(stop.taskId));
  return insert(
    stops.filter((stop) => !taskIds.includes(stop.taskId)),
    moving,
    before,
  );
}

const COLLECTED: ReadonlySet<BoardDelivery["state"]> = new Set([
  "collected",
  "at_hub",
  "out_for_delivery",
  "at_dropoff",
  "attempt_failed",
]);

/** The open stops of a delivery: those on routes, or those that it will get. */
function pendingStops(board: Board, id: string): BoardStop[] {
  const planned = board.couriers.flatMap((courier) =>
    courier.route.stops.filter((stop) => stop.deliveryId === id && !isDone(stop)),
  );
  const delivery = board.deliveries.find((one) => one.id === id);
  const open = board.unassigned.includes(id);
  if (!delivery || !open) return planned;
  const kinds = COLLECTED.has(delivery.state) ? (["deliver"] as const) : (["collect", "deliver"] as const);
  const missing = kinds.filter((kind) => !planned.some((stop) => stop.kind === kind));
  return [...planned, ...missing.map((kind) => stopOf(delivery, kind))];
}

const foreseenId = (deliveryId: string, kind: BoardStop["kind"]): string => `${deliveryId}:${kind}`;

/** True for a stop whose task is not known before the server answers. */
export const isForeseen = ({ taskId, deliveryId, kind }: BoardStop): boolean =>
  taskId === foreseenId(deliveryId, kind);

function stopOf(delivery: BoardDelivery, kind: "collect" | "deliver"): BoardStop {
  const there =
    kind === "collect"
      ? { label: delivery.pickupLabel, point: delivery.pickup }
      : { label: delivery.dropoffLabel, point: delivery.dropoff };
  const { id, number, window } = delivery;
  return { ...there, taskId: foreseenId(id, kind), deliveryId: id, number, kind, state: "assigned", window };
}

/** Whether a stop may stand before another one, by the very rules that the server obeys. */
export function mayMove(stops: readonly BoardStop[], taskId: string, beforeTaskId: string | null): boolean {
  const stop = stops.find((one) => one.taskId === taskId);
  if (!stop) return false;
  try {
    return place(stops, [stop], beforeTaskId).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The place one stop earlier or later among those still to do, as a wish; nothing where the route or the rules end. */
export function nudge(courier: BoardCourier, taskId: string, by: -1 | 1): Wish | undefined {
  const { stops } = courier.route;
  const ahead = stops.filter((stop) => !isDone(stop));
  const at = ahead.findIndex((stop) => stop.taskId === taskId);
  const neighbour = ahead[at + by];
  if (at < 0 || !neighbour) return undefined;
  const beforeTaskId = by < 0 ? neighbour.taskId : (stops[stops.indexOf(neighbour) + 1]?.taskId ?? null);
  return mayMove(stops, taskId, beforeTaskId)
    ? { type: "move", courierId: courier.id, taskId, beforeTaskId }
    : undefined;
}
