import type { Tx } from "#server/db/db.ts";
import type { ReadBody, Report } from "../domain/sync/report.ts";
import type { OtherReport } from "../domain/sync/store.ts";
import type { Verdict } from "../domain/sync/verdict.ts";
import type { Phone } from "./sync/report-row.ts";

/** Tasks that changed hands by the word of couriers, while the plan still says otherwise. */
export interface Held {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** Commands and stops that a later room adds to a courier's work. */
export interface LaterRoom {
  /** Reads a command of that room; undefined for those of others. */
  readonly read: (report: Pick<Report, "type" | "v" | "body">) => ReadBody | undefined;
  /** @throws Refusal after which nothing of the command is written */
  readonly record: (tx: Tx, phone: Phone, report: OtherReport) => Promise<Verdict>;
  readonly isAwaited: (tx: Tx, phone: Phone, deliveryId: string) => Promise<boolean>;
  readonly heldBy: (tx: Tx, courierId: string) => Promise<Held>;
}
