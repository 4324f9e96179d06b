import { type Needs, asksForPin } from "./needs.ts";

/** A stop of the day, as far as it matters which stops are at one door. */
export interface DoorStop extends Needs {
  readonly taskId: string;
  readonly kind: "collect" | "deliver" | "return";
  readonly state: string;
  readonly blocked: boolean;
  readonly addressTag: string;
  readonly contactName: string;
  readonly window: { readonly start: string; readonly end: string };
  /** Cash is taken stop by stop. */
  readonly cash: { readonly isReceived: boolean } | null;
}

/** A PIN belongs to one delivery: such a stop is ended by itself. */
const isOpen = (stop: DoorStop): boolean => isPending(stop) && !asksForPin(stop);

const isPending = ({ state, blocked, cash }: DoorStop): boolean =>
  !blocked && ["assigned", "en_route", "arrived"].includes(state) && (cash === null || cash.isReceived);

/**
 * The open stops of the day for the same person at the same door, in windows that overlap, this one among them; none where
 * it is not open. Windows of pick-ups begin with the booking, so no two are equal.
 */
export function doorOf<S extends DoorStop>(stops: readonly S[], at: S): S[] {
  if (!isOpen(at)) return [];
  return stops.filter(
    (stop) =>
      isOpen(stop) &&
      stop.kind === at.kind &&
      stop.addressTag === at.addressTag &&
      stop.contactName === at.contactName &&
      stop.window.start < at.window.end &&
      at.window.start < stop.window.end,
  );
}
