import { transitionOf } from "#kernel/machine.ts";
import { type LeftHow, leftFrom } from "./left.ts";
import { PARCEL_MACHINE, type ParcelMove, type ParcelState } from "./lifecycle.ts";

/** Place at which something happened to a parcel; `road`: on the way, wherever that was. */
export const PARCEL_PLACES = ["pickup", "dropoff", "hub", "road"] as const;
export type ParcelPlace = (typeof PARCEL_PLACES)[number];

/** An event of a delivery as its history keeps it. */
export interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One thing that happened to a parcel; `how` where it was left. */
export interface Turn<E extends Told> {
  readonly state: ParcelState;
  readonly how: LeftHow | null;
  readonly where: ParcelPlace;
  readonly event: E;
}

/** A parcel with everything that happened to it, in order. */
export interface ParcelStory<E extends Told> {
  readonly code: string;
  readonly state: ParcelState;
  /** Reason of the last time that it was left; null where it never was, or changed hands since. */
  readonly how: LeftHow | null;
  readonly turns: readonly Turn<E>[];
}

const WHOLE: Readonly<Record<string, readonly [ParcelMove, ParcelPlace]>> = {
  "delivery.at_hub": ["to_hub", "hub"],
  "delivery.loaded": ["load", "hub"],
  "delivery.delivered": ["deliver", "dropoff"],
  "delivery.returned": ["give_back", "pickup"],
  "delivery.lost": ["lose", "road"],
  "delivery.found": ["find", "hub"],
  "delivery.disposed": ["dispose", "road"],
};

const CORRECTED: Readonly<Record<string, readonly [ParcelMove, ParcelPlace]>> = {
  "collect succeeded": ["collect", "pickup"],
  "collect failed": ["undo", "pickup"],
  "deliver succeeded": ["deliver", "dropoff"],
  "deliver failed": ["undo", "dropoff"],
  "return succeeded": ["give_back", "pickup"],
  "return failed": ["undo", "pickup"],
};

/** Move of every parcel that was not left, and of those that were. */
interface Moves {
  readonly move: ParcelMove | null;
  readonly ifLeft: ParcelMove | null;
  readonly where: ParcelPlace;
}

function movesOf(event: Told): Moves | undefined {
  const { type, data } = event;
  const isPart = leftFrom(data["left"]).length > 0;
  switch (type) {
    case "delivery.collected":
      return { move: "collect", ifLeft: "miss", where: "pickup" };
    case "delivery.pickup_failed":
      return { move: null, ifLeft: null, where: "pickup" };
    case "delivery.attempt_failed":
      return { move: isPart ? "deliver" : null, ifLeft: null, where: "dropoff" };
    case "delivery.corrected":
      return correctedMoves(event, isPart);
    default:
      return wholeMoves(event);
  }
}

const isAtHub = ({ data }: Told): boolean => data["place"] === "hub";

function wholeMoves(event: Told): Moves | undefined {
  const known = WHOLE[event.type];
  return known && { move: known[0], ifLeft: null, where: isAtHub(event) ? "hub" : known[1] };
}

/** A handover that is corrected to a part of it is undone for what was left alone. */
function correctedMoves(event: Told, isPart: boolean): Moves | undefined {
  const { kind, to } = event.data;
  const known = CORRECTED[`${String(kind)} ${String(to)}`];
  if (!known) return undefined;
  const [said, where] = known;
  const move = isAtHub(event) && said === "undo" ? "undo_at_hub" : said;
  return { move: isPart ? null : move, ifLeft: move, where: isAtHub(event) ? "hub" : where };
}

/** A correction undoes what its own try did, and nothing of others. */
const isOfTry = <E extends Told>({ turns }: ParcelStory<E>, { type, data }: Told): boolean =>
  type !== "delivery.corrected" ||
  data["to"] !== "failed" ||
  turns.at(-1)?.event.data["taskId"] === data["taskId"];

function after<E extends Told>(parcel: ParcelStory<E>, event: E, moves: Moves): ParcelStory<E> {
  const how = leftFrom(event.data["left"]).find(({ code }) => code === parcel.code)?.how ?? null;
  const move = how === null ? moves.move : moves.ifLeft;
  const isOver = move === null ? how === null || isEnd(parcel.state) : !isOfTry(parcel, event);
  const to = move === null ? parcel.state : transitionOf(PARCEL_MACHINE, parcel.state, move)?.to;
  if (isOver || to === undefined || to === "same") return parcel;
  const turn = { state: to, how, where: moves.where, event };
  return { ...parcel, state: to, how, turns: [...parcel.turns, turn] };
}

const isEnd = (state: ParcelState): boolean => PARCEL_MACHINE.terminal.some((end) => end === state);

/**
 * Every parcel of a delivery with its state and its history, from the delivery's own events: a parcel is at one place at
 * any time, and what happened to the whole happened to each parcel that was still with it.
 */
export function parcelStories<E extends Told>(
  codes: readonly string[],
  events: readonly E[],
): ParcelStory<E>[] {
  return codes.map((code) =>
    events.reduce<ParcelStory<E>>(
      (parcel, event) => {
        const moves = movesOf(event);
        return moves ? after(parcel, event, moves) : parcel;
      },
      { code, state: "announced", how: null, turns: [] },
    ),
  );
}

/** Outcome of a delivery by its parcels; `open` while some are still with the sender or with us. */
export type Delivered = "open" | "all" | "part" | "none";

/** Follows the outcome from the parcels alone. */
export function outcomeOf(states: readonly ParcelState[]): Delivered {
  if (!states.every(isEnd)) return "open";
  const delivered = states.filter((state) => state === "delivered").length;
  return delivered === 0 ? "none" : delivered === states.length ? "all" : "part";
}
