import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { idsOf, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { ownerOf } from "#server/db/organisations.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import type { Logout } from "#server/identity/logout-token.ts";
import { useOnceWithin } from "#server/identity/proof-uses.ts";
import { ProviderUnreachable } from "#server/identity/provider-keyset.ts";
import { END_KEPT_MS, endPerson, endSession } from "#server/identity/session-ends.ts";
import { TokenRefused } from "#server/identity/token-rules.ts";
import type { RoomParts } from "#server/room.ts";
import { markOf } from "./sightings.ts";

type Parts = Pick<RoomParts, "db" | "orgId" | "clock" | "log" | "checkLogout">;

/** A provider that ends everybody's sessions says so once for each, from one address. */
const LIMIT_PER_MINUTE = 3_000;

/**
 * Receives the provider's notice that a session is over (OpenID Connect Back-Channel Logout 1.0). It brings no
 * cookie and no sign-in: the signed token alone counts. The session's streams end at once and its access tokens
 * are refused.
 */
export const backChannelLogout = (parts: Parts): RawRoute => ({
  id: "backChannelLogout",
  method: "POST",
  path: "/auth/backchannel-logout",
  needs: "anyone",
  summary: "The provider says that a session is over: a form with one `logout_token`",
  limitPerMinute: LIMIT_PER_MINUTE,
  takesForm: ["logout_token"],
  // An end of a session is not put off: it is one small row.
  worksOnFullDisk: true,
  run: (request) => hear(request, parts),
});

async function hear(request: RawRequest, parts: Parts): Promise<RawReply> {
  const token = tokenIn(request);
  if (token === undefined) return refused("a form with one logout_token is expected");
  try {
    await end(token, parts);
    return { status: 200, headers: { "cache-control": "no-store" }, body: "" };
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Refusal("http.busy", { part: "identity" });
    if (!(error instanceof TokenRefused)) throw error;
    parts.log.warn({ requestId: request.context.requestId, fault: error.fault }, "logout token refused");
    return refused(`logout token refused: ${error.fault}`);
  }
}

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Other fields mean nothing to us; a second token would be ambiguous. */
function tokenIn({ body, header }: RawRequest): string | undefined {
  if (!FORM.test(header("content-type") ?? "")) return undefined;
  const tokens = new URLSearchParams(body.toString()).getAll("logout_token");
  return tokens.length === 1 ? tokens[0] : undefined;
}

const refused = (description: string): RawReply => ({
  status: 400,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify({ error: "invalid_request", error_description: description }),
});

/** In one transaction: where anything fails, the provider may say it again. */
async function end(token: string, { db, orgId, clock, checkLogout }: Parts): Promise<void> {
  if (!checkLogout) throw new ProviderUnreachable("no provider is set up");
  const logout = await checkLogout(token);
  const now = clock();
  await ownerOf(db, orgId, async (tx) => {
    const isNew = await useOnceWithin(tx)(`logout ${logout.issuer} ${logout.id}`, now, logout.forgetAt);
    if (!isNew) throw new TokenRefused("logout-used");
    await endTokensOf(tx, logout, now);
    await noteOn(tx, { kind: "system", orgId, roles: [] }, logout, now);
  });
}

function endTokensOf(tx: Tx, { issuer, sid, subject, at }: Logout, now: Instant): Promise<void> {
  const until = now + END_KEPT_MS;
  return sid === undefined
    ? endPerson(tx, { issuer, subject: subject ?? "", at, until })
    : endSession(tx, { issuer, sid, at, until });
}

/** Removes ended sessions from the lists of devices, and sends the event to those who show them. */
async function noteOn(tx: Tx, actor: Actor, logout: Logout, now: Instant): Promise<void> {
  const mark = logout.sid === undefined ? null : markOf({ issuer: logout.issuer, sessionId: logout.sid });
  const people = await lockThose(tx, logout, mark);
  const ended = await rows(
    tx,
    sql<{ personId: string }>`
      update person_session set ended_at = ${toIso(now)}
      where org_id = app_org() and person_id = any (${people}::uuid[]) and issuer = ${logout.issuer}
        and ended_at is null and mark = coalesce(${mark}, mark)
      returning person_id as "personId"`,
  );
  const happened = people.map((personId) => ({
    aggregate: "person",
    aggregateId: personId,
    type: "person.sessions-ended",
    data: { personId, sessions: ended.filter((one) => one.personId === personId).length },
    audience: { staff: true, senderId: personId } as const,
    occurredAt: now,
  }));
  await emitAll(
    tx,
    actor,
    now,
    happened.filter(({ data }) => data.sessions > 0),
  );
}

/** Ids of whose session or sessions these are, their rows held. */
async function lockThose(tx: Tx, { issuer, subject }: Logout, mark: string | null) {
  const isTheirs =
    mark === null
      ? sql`subject = ${subject}`
      : sql`id in (select person_id from person_session
                   where org_id = app_org() and issuer = ${issuer} and mark = ${mark} and ended_at is null)`;
  return idsOf(
    tx,
    sql`select id from person
                        where org_id = app_org() and issuer = ${issuer} and ${isTheirs} order by id for update`,
  );
}
