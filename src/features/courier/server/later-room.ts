import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { ReadBody, Report } from "../domain/sync/report.ts";
import type { CourierMessage, ParcelInHand } from "../contract/api.ts";
import type { Contradiction, OtherReport } from "../domain/sync/store.ts";
import type { Verdict } from "../domain/sync/verdict.ts";
import type { Phone } from "./sync/report-row.ts";

/** Tasks that changed hands by the word of couriers, while the plan still says otherwise, and parcels without a task. */
export interface Held {
  readonly gone: readonly string[];
  readonly come: readonly string[];
  readonly inHand: ParcelInHand[];
}

/** A courier's day as far as messages depend on it. */
export interface ReadDay {
  readonly courierId: string;
  readonly now: Instant;
  readonly deliveryIds: readonly string[];
}

/** Commands and stops that later rooms add to a courier's work. */
export interface LaterRoom {
  /** Reads a command of that room; undefined for those of others. */
  readonly read: (report: Pick<Report, "type" | "v" | "body">) => ReadBody | undefined;
  /** @throws Refusal after which nothing of the command is written */
  readonly record: (tx: Tx, phone: Phone, report: OtherReport) => Promise<Verdict>;
  readonly isAwaited: (tx: Tx, phone: Phone, deliveryId: string) => Promise<boolean>;
  readonly heldBy: (tx: Tx, courier: { readonly orgId: string; readonly courierId: string }) => Promise<Held>;
  /** Messages of the office that the courier reads on this day, the newest first. */
  readonly messagesFor: (tx: Tx, day: ReadDay) => Promise<CourierMessage[]>;
  /** Follows a contradiction that was just opened. */
  readonly follow: (tx: Tx, phone: Phone, found: Contradiction) => Promise<void>;
}
