import type { RawBuilder } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";

export interface CourierNow {
  readonly orgId: string;
  readonly courierId: string;
  readonly now: Instant;
}

/** A courier's route of today. */
export interface PlanOfToday {
  readonly date: string;
  readonly revision: number;
  /** Part of a statement: the tasks in order (id, delivery_id, kind, state, window_start, window_end, seq). */
  readonly tasks: RawBuilder<unknown>;
}

/** Facts that later rooms keep: bound in `main/rooms.ts`. */
export interface RoutePort {
  readonly planOfToday: (tx: Tx, courier: CourierNow) => Promise<PlanOfToday>;
  /** Part of a statement: couriers on duty (courier_id) with their newest position (at, lon, lat), null before the first. */
  readonly onDuty: RawBuilder<unknown>;
  /** Follows predictions of a courier as they are written, in the same transaction. */
  readonly follow: (tx: Tx, courier: CourierNow) => Promise<void>;
}
