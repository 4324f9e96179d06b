import type { Deed, Said, State } from "./deed.ts";

/** Whether a deed was sent before; `unsure` where the first try had no answer. */
export type Times = "first" | "again" | "unsure";

/** Deeds that were sent at once, with the state of things before and after. */
export interface Step {
  readonly before: State;
  readonly after: State;
  /** States around each postponement that was done. */
  readonly postponed: ReadonlyMap<string, { readonly before: State; readonly after: State }>;
  readonly sent: readonly { readonly deed: Deed; readonly said: Said; readonly times: Times }[];
}

export const isSame = (one: State, other: State): boolean =>
  isSameMap(one.deliveries, other.deliveries) &&
  isSameMap(one.routes, other.routes) &&
  isSameMap(one.events, other.events);

const isSameMap = <V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => isSameValue(value, other.get(key)));

/** Rows that nobody touched are the same objects. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
