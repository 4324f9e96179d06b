import type { Tx } from "#server/db/db.ts";
import type { ReadBody, Report } from "../domain/sync/report.ts";
import type { ParcelInHand } from "../contract/api.ts";
import type { Contradiction, OtherReport } from "../domain/sync/store.ts";
import type { Verdict } from "../domain/sync/verdict.ts";
import type { Phone } from "./sync/report-row.ts";

/** Tasks that changed hands by the word of couriers, while the plan still says otherwise, and parcels without a task. */
export interface Held {
  readonly gone: readonly string[];
  readonly come: readonly string[];
  readonly inHand: ParcelInHand[];
}

/** Commands and stops that a later room adds to a courier's work. */
export interface LaterRoom {
  /** Reads a command of that room; undefined for those of others. */
  readonly read: (report: Pick<Report, "type" | "v" | "body">) => ReadBody | undefined;
  /** @throws Refusal after which nothing of the command is written */
  readonly record: (tx: Tx, phone: Phone, report: OtherReport) => Promise<Verdict>;
  readonly isAwaited: (tx: Tx, phone: Phone, deliveryId: string) => Promise<boolean>;
  readonly heldBy: (tx: Tx, courier: { readonly orgId: string; readonly courierId: string }) => Promise<Held>;
  /** Follows a contradiction that was just opened. */
  readonly follow: (tx: Tx, phone: Phone, found: Contradiction) => Promise<void>;
}
