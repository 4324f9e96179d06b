import { sql } from "kysely";
import { first, json } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { toIso } from "#kernel/instant.ts";
import { inverseIn } from "#server/db/inverse.ts";
import type { NoteCommand } from "#server/http/desk.ts";
import { deskNoted } from "../contract/api.ts";

/** Writes a command down with the things of its transaction's events; without an event it changed nothing. */
export const noteCommand: NoteCommand = async (tx, { id, actor, at, kind, facts }) => {
  const inverse = inverseIn(tx);
  const found = await first(
    tx,
    sql<{ id: string }>`
      with mine as materialized (
        select aggregate, aggregate_id, position from event
        where org_id = app_org() and xid = pg_current_xact_id_if_assigned())
      insert into desk_command (org_id, id, at, actor_id, kind, facts, things, mark, inverse)
      select app_org(), ${id}, ${toIso(at)}, ${actor.userId ?? null}, ${kind}, ${json(facts)},
        jsonb_agg(distinct jsonb_build_object('a', aggregate, 'i', aggregate_id)), max(position),
        ${inverse ? json(inverse) : null}
      from mine having count(*) > 0
      on conflict (org_id, id) do nothing returning id`,
  );
  if (!found) return false;
  await emit(tx, actor, at, {
    aggregate: "desk-command",
    aggregateId: id,
    type: deskNoted.type,
    data: { commandId: id, kind, by: actor.name ?? null, undoable: inverse !== undefined },
    audience: { staff: true },
    occurredAt: at,
  });
  return true;
};
