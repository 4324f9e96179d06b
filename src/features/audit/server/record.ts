import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { RecordAct, RecordedAct } from "#server/http/audit.ts";
import { newId } from "#server/ids.ts";

/** SHA-256 of the sign-in's session: tells one from another, and opens none. */
function sessionOf({ signIn }: RecordedAct["actor"]): string | null {
  const mark = signIn?.sid ?? signIn?.tokenHash;
  return signIn && mark !== undefined ? sha256(`${signIn.issuer} ${mark}`) : null;
}

/** Writes an act down as a part of the transaction that carries it out; one that wrote nothing has no transaction id. */
export const recordAct: RecordAct = async (tx, recorded, always) => {
  const { actor, at, act, roles, subject, facts, requestId, key } = recorded;
  const found = await first(
    tx,
    sql<{ wrote: boolean }>`
      with entry as (
        insert into audit_entry (org_id, id, at, actor_kind, actor_id, roles, session_hash, act, subject_kind,
                                 subject_id, facts, request_id, call_key)
        select ${actor.orgId}, ${newId(at)}, ${toIso(at)}, ${actor.kind}, ${actor.userId ?? null}, ${[...roles]},
               ${sessionOf(actor)}, ${act}, ${subject.kind}, ${subject.id}, ${json(facts)}, ${requestId}, ${key}
        where ${always} or pg_current_xact_id_if_assigned() is not null
        on conflict (org_id, call_key, act) do nothing)
      select pg_current_xact_id_if_assigned() is not null as wrote`,
  );
  return found?.wrote === true;
};
