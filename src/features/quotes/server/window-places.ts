import { type RawBuilder, sql } from "kysely";
import type { LocalDate } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { ServiceLevel } from "../contract/shapes.ts";

/** A plan of places as its room stored it; nobody else reads more than its version. */
export interface PlacesPlan {
  readonly version: number;
}

/** A window that is asked about, or taken. */
export interface PlaceOf {
  readonly serviceLevel: ServiceLevel;
  readonly window: Window;
}

/** Places of a window that are worth a word: nothing while they are many, or not limited. */
export interface PlacesLeft {
  /** Of the last ones; 0 where it is full. */
  readonly left?: number;
  /** The reason of a closed day. */
  readonly closed?: string;
}

/** A window that somebody takes. */
export interface TakenPlace extends PlaceOf {
  /** The window that it leaves. */
  readonly from?: Window;
  /** The delivery that leaves it. */
  readonly deliveryId?: string;
}

/** Taker of places; the office may take more than there are, knowingly. */
export type Taker = Pick<Context, "actor" | "now"> & { readonly overbook?: boolean | undefined };

/** A plan with the zone in which its days begin. */
export interface ZonedPlan {
  readonly plan: PlacesPlan | null;
  readonly zone: string;
}

/** Answers of the later room that counts places. */
export interface WindowPlaces {
  /** The newest plan as a value in a statement; null before the first. */
  json(): RawBuilder<PlacesPlan | null>;
  /** Whether this version is still the newest, as a value in a statement; 0 before the first. */
  holds(version: number): RawBuilder<unknown>;
  /** Dates of a plan that are closed or have a reason. */
  specialDays(plan: PlacesPlan | null): readonly LocalDate[];
  /** The places of windows, in their order, as they are now. */
  left(tx: Tx, of: ZonedPlan, windows: readonly PlaceOf[]): Promise<readonly PlacesLeft[]>;
  /**
   * Takes places until the order or delivery that has them is over. Their dates are held until the transaction ends.
   *
   * @param known the plan, where the caller read it in this transaction
   * @throws Refusal `slots.full`, `slots.closed`
   */
  take(tx: Tx, by: Taker, places: readonly TakenPlace[], known?: ZonedPlan): Promise<void>;
}

/** Windows without limits, where no room counts them. */
const UNLIMITED: WindowPlaces = {
  json: () => sql<PlacesPlan | null>`null::json`,
  holds: () => sql`true`,
  specialDays: () => [],
  left: (_tx, _of, windows) => Promise.resolve(windows.map(() => ({}))),
  take: () => Promise.resolve(),
};

let connected = UNLIMITED;
/** Connects the room that counts places. */
export const connectWindowPlaces = (places: WindowPlaces): void => void (connected = places);

export const windowPlaces = (): WindowPlaces => connected;
