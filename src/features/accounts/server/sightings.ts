import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { deviceOf } from "./device-of.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** The session to which a verified token and its call belong. */
export interface SeenSession {
  readonly issuer: string;
  /**
   * The provider's name of the session; absent where it names none: then sessions are told apart by client only.
   */
  readonly sessionId?: string | undefined;
  readonly clientId?: string | undefined;
  /** The token is bound to a key of that browser. */
  readonly bound?: boolean | undefined;
  /** When the person last proved who they are, by the provider's clock. */
  readonly authenticatedAt?: Instant | undefined;
  readonly userAgent?: string | undefined;
}

/** "Last seen" of a session is no more exact than this; it is written no more often. */
export const SIGHTED_MS = 5 * MINUTE_MS;

interface Sighting {
  readonly lastSeenAt: Instant;
  readonly endedAt: Instant | null;
  readonly authenticatedAt: Instant | null;
}

/**
 * Notes that a session of this person came in: one reading, and at most one write in five minutes or for each time that
 * they proved who they are.
 */
export async function noteSighting({ tx, now }: TimedTx, personId: string, seen: SeenSession): Promise<void> {
  const mark = markOf(seen);
  const known = await first(
    tx,
    sql<Sighting>`select last_seen_at as "lastSeenAt", ended_at as "endedAt",
                 authenticated_at as "authenticatedAt" from person_session
                  where org_id = app_org() and person_id = ${personId} and issuer = ${seen.issuer} and mark = ${mark}`,
  );
  const isProvenAnew = (seen.authenticatedAt ?? 0) > (known?.authenticatedAt ?? 0);
  if (known && known.endedAt === null && now - known.lastSeenAt < SIGHTED_MS && !isProvenAnew) return;
  const { browser, system, form } = deviceOf(seen.userAgent);
  await sql`
      insert into person_session as s (org_id, id, person_id, issuer, mark, has_sid, client_id, browser, system, form,
                                       bound, first_seen_at, last_seen_at, authenticated_at)
      values (app_org(), ${newId(now)}, ${personId}, ${seen.issuer}, ${mark}, ${seen.sessionId !== undefined},
              ${seen.clientId ?? ""}, ${browser}, ${system}, ${form}, ${seen.bound ?? false}, ${toIso(now)},
              ${toIso(now)}, ${seen.authenticatedAt === undefined ? null : toIso(seen.authenticatedAt)})
      on conflict (org_id, person_id, issuer, mark) do update set
        first_seen_at = case when s.ended_at is null then s.first_seen_at else excluded.first_seen_at end,
        last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), ended_at = null,
        browser = coalesce(excluded.browser, s.browser), system = coalesce(excluded.system, s.system),
        form = coalesce(excluded.form, s.form), bound = excluded.bound,
        authenticated_at = greatest(s.authenticated_at, excluded.authenticated_at)`.execute(tx);
}

/** Stands before the provider's name of a session. */
export const SID_MARK = "sid ";

/** Key that separates the sessions of one person. */
export const markOf = ({ sessionId, clientId }: SeenSession): string =>
  sessionId === undefined ? `client ${clientId ?? ""}` : `${SID_MARK}${sessionId}`;

/** Sessions unused for this long are deleted. */
const KEPT = "90 days";

/** Forgets sessions that were over long ago. */
export const deleteOldSessions = (tx: Tx, now: Instant): Promise<unknown> =>
  sql`delete from person_session where last_seen_at < ${toIso(now)}::timestamptz - ${KEPT}::interval`.execute(
    tx,
  );
