import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { DESK_KINDS, type DeskKind } from "#contract/desk-commands.ts";
import { dayOf } from "#features/dispatch/server/public.ts";
import { fromIso, type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { derivedId } from "#server/ids.ts";
import type { RoomParts } from "#server/room.ts";
import type { DeskCommand, historyApi } from "../contract/api.ts";
import { changedSince } from "./since.ts";
import { carryOut, type StoredInverse } from "./undoers.ts";

interface Stored {
  readonly kind: DeskKind;
  readonly at: Instant;
  readonly inverse: StoredInverse | null;
  readonly undoneAt: Instant | null;
  readonly undoneBy: string | null;
}

type Since = Extract<DeskCommand["undo"], { state: "moved-on" }>["since"];

/**
 * Undoes a command of the desk, whole, once for the call's key.
 *
 * @throws Refusal of the room history, and those of the room whose command it was
 */
export async function undoCommand(
  { workGuard, streets }: Pick<RoomParts, "workGuard" | "streets">,
  asked: ParsedOf<typeof historyApi.undoCommand>,
  context: Context,
): Promise<ReplyOf<typeof historyApi.undoCommand>> {
  const { db, actor, now, key } = context;
  const id = asked.id.toLowerCase();
  const kind = await db.as(actor, async (tx) => {
    const stored = await lock(tx, id);
    const command = { commandId: key, occurredAt: now, type: "desk.undo", aggregateId: id, body: { id } };
    if (!(await acceptOnce(tx, actor, now, command))) return stored.kind;
    const inverse = await undoable(tx, context, id, stored);
    await carryOut(tx, { ...context, key: derivedId(key, id) }, inverse, workGuard);
    await sql`update desk_command set undone_at = ${toIso(now)}, undone_by = ${actor.userId ?? null}
      where org_id = app_org() and id = ${id}`.execute(tx);
    return stored.kind;
  });
  if (kind === "street.change" || kind === "street.end") void streets?.refresh();
  return { id, kind };
}

/** @throws Refusal `history.not-found` */
async function lock(tx: Tx, id: string): Promise<Stored> {
  const stored = await first(
    tx,
    sql<Stored>`
      select c.kind, c.at, c.inverse, c.undone_at as "undoneAt",
        (select p.name from people p where p.org_id = c.org_id and p.id = c.undone_by) as "undoneBy"
      from desk_command c where c.org_id = app_org() and c.id = ${id} for update of c`,
  );
  if (!stored) throw new Refusal("history.not-found", { id });
  return stored;
}

/** @throws Refusal `history.undone`, `history.not-possible`, `history.day-over`, `history.moved-on` */
async function undoable(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  id: string,
  { kind, at, inverse, undoneAt, undoneBy }: Stored,
): Promise<StoredInverse> {
  if (undoneAt !== null) throw new Refusal("history.undone", { by: undoneBy ?? "" });
  if (inverse === null) throw new Refusal("history.not-possible", { why: DESK_KINDS[kind].why });
  const today = await dayOf(tx, actor.orgId, now);
  if (at < fromIso(today.start)) throw new Refusal("history.day-over");
  const moved = await first(
    tx,
    sql<{ since: Since | null }>`
      select s.since from desk_command c cross join lateral (${changedSince}) s
      where c.org_id = app_org() and c.id = ${id}`,
  );
  const { since } = moved ?? {};
  if (!since) return inverse;
  throw new Refusal("history.moved-on", {
    by: since.by ?? "",
    at: since.at,
    number: since.number ?? "",
    kind: since.kind ?? "",
  });
}
