import type { Custody, Task } from "#features/deliveries/domain/delivery.ts";

/** Task by which a courier has the parcels with them and has not come to a door yet; undefined where there is none. */
export const heldTask = <T extends Pick<Task, "kind" | "state">>({
  custody,
  tasks,
}: {
  readonly custody: Custody;
  readonly tasks: readonly T[];
}): T | undefined =>
  custody === "courier"
    ? tasks.find(({ kind, state }) => kind !== "collect" && (state === "assigned" || state === "en_route"))
    : undefined;
