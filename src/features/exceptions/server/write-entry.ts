import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { emit } from "#server/db/events.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import type { ExceptionKind } from "../domain/kinds.ts";

/** A line of an exception's history. */
export interface Entry {
  readonly what: "opened" | "taken" | "noted" | "resolved" | "reopened" | "let-go";
  readonly note?: string;
  readonly resolution?: string;
}

/** The exception that a line is about. */
export interface About {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly deliveryId: string | null;
}

/** Appends to the history of an exception whose row is locked. */
export async function writeEntry(
  { tx, now, actor }: WriteContext,
  id: string,
  { what, note, resolution }: Entry,
): Promise<void> {
  await sql`
    insert into exception_entry (org_id, exception_id, nth, what, at, by_id, note, resolution)
    select app_org(), ${id}, coalesce(max(nth), 0) + 1, ${what}, ${toIso(now)}, ${actor.userId ?? null}, ${note ?? null},
      ${resolution ?? null}
    from exception_entry where org_id = app_org() and exception_id = ${id}`.execute(tx);
}

const EVENT_OF: Readonly<Record<Entry["what"], string>> = {
  opened: "exception.opened",
  reopened: "exception.opened",
  taken: "exception.changed",
  noted: "exception.changed",
  "let-go": "exception.changed",
  resolved: "exception.resolved",
};

/** The event of such a line, without its note. */
export const eventOf = ({ id, kind, deliveryId }: About, what: Entry["what"]) => ({
  aggregate: "exception",
  aggregateId: id,
  type: EVENT_OF[what],
  data: { exceptionId: id, kind, ...(deliveryId !== null && { deliveryId }) },
  audience: { staff: true as const },
});

/** Appends Waybill's own line and stores its event. */
export async function writeOwn(context: WriteContext, about: About, entry: Entry): Promise<void> {
  await writeEntry(context, about.id, entry);
  const { tx, actor, now } = context;
  await emit(tx, actor, now, { ...eventOf(about, entry.what), occurredAt: now });
}
