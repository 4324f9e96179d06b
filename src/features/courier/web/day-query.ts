import { useEffect } from "react";
import { Problem } from "#web/api/problem.ts";
import type { CourierDay, CourierStop } from "../contract/api.ts";
import type { DrainEnd } from "#kernel/outbox/outbox.ts";
import { phone, usePhone } from "./phone-view.ts";

export interface DayRead {
  /** The stored day with unsent work laid over it. */
  readonly data: CourierDay | undefined;
  readonly isPending: boolean;
  /** Reason why there is no day at all. */
  readonly error: unknown;
  readonly refetch: () => void;
}

/** Sends what waits and reads the day anew. */
export const refreshDay = (): void => void phone().then((one) => one.refresh(), ignore);

const ignore = () => undefined;

/** The courier's day, read from this phone; the server's newer one comes with each call. */
export function useDay(): DayRead {
  const { day, isReady, end } = usePhone();
  useEffect(() => void phone().catch(ignore), []);
  return {
    data: day ?? undefined,
    isPending: day === null && (!isReady || end === null),
    error: day === null && end !== null ? new Problem(CODE[end]) : null,
    refetch: refreshDay,
  };
}

/** Reasons for a phone without any day. */
const CODE: Readonly<Record<DrainEnd, string>> = {
  sent: "http.unexpected-reply",
  later: "http.busy",
  busy: "http.busy",
  "no-network": "http.offline",
  "signed-out": "accounts.signed-out",
};

/** A stop that is still to be done. */
export const isAhead = (stop: CourierStop): boolean =>
  !["succeeded", "failed", "cancelled"].includes(stop.state);

/** A stop whose outcome the courier can still put right. */
export const isCorrectable = (stop: CourierStop): boolean =>
  (stop.state === "succeeded" || stop.state === "failed") && stop.correctableUntil !== null;

/** A stop that the courier is on the way to, or at. */
export const isBegun = ({ state }: CourierStop): boolean => state === "en_route" || state === "arrived";

/** The stop to go to now: one that was begun, else the first that is ahead and may begin. */
export const nextStop = (stops: readonly CourierStop[]): CourierStop | undefined =>
  stops.find(isBegun) ?? stops.find((stop) => isAhead(stop) && !stop.blocked);

export const stopOf = (day: CourierDay | undefined, taskId: string): CourierStop | undefined =>
  day?.stops.find((stop) => stop.taskId === taskId);

/** A pickup that nothing has to be shown for: one press on its own page ends it. */
export const isDoneAtOnce = ({
  kind,
  required,
  preferred,
}: Pick<CourierStop, "kind" | "required" | "preferred">): boolean =>
  kind === "collect" && [...required, ...preferred].every((need) => need === "barcode");
