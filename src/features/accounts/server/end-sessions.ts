import { sql } from "kysely";
import type { SignIn } from "#kernel/actor.ts";
import { DAY_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import {
  END_KEPT_MS,
  endPerson,
  endSession,
  endToken,
  endTokensOfSession,
} from "#server/identity/session-ends.ts";
import { TOLERANCE_S } from "#server/identity/token-rules.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { forgetActor } from "./actor-cache.ts";
import { lockPerson, lockPersonOrCourier } from "./queries.ts";
import type { PersonRow } from "./queries.ts";
import { markOf, SID_MARK } from "./sightings.ts";

/** The job that ends sessions at the embedded provider; its name is used in this room only. */
export const END_AT_PROVIDER = "endAtProvider";

interface SessionRow {
  readonly issuer: string;
  readonly mark: string;
  readonly hasSid: boolean;
  readonly endedAt: Instant | null;
  readonly authenticatedAt: Instant | null;
}

const SESSION = sql`issuer, mark, has_sid as "hasSid", ended_at as "endedAt",
  authenticated_at as "authenticatedAt"`;

export interface EndParts {
  /** True where the embedded provider runs here and must end its sessions too. */
  readonly tellsProvider: boolean;
}

/**
 * Signs one of one's own devices out. Where the provider names no sessions, only everything of a person can be ended.
 * Ending it twice changes nothing.
 *
 * @throws Refusal `http.not-found`
 */
export async function endMySession({ id }: { readonly id: string }, context: Context) {
  const { actor, now } = context;
  const ended = await context.db.as(actor, async (tx) => {
    const person = await mustLock(tx, context);
    const session = await first(
      tx,
      sql<SessionRow>`select ${SESSION} from person_session
                      where org_id = app_org() and person_id = ${person.id} and id = ${id} for update`,
    );
    if (!session) throw new Refusal("http.not-found");
    if (session.endedAt !== null) return 0;
    if (session.hasSid) await endAt(tx, session, now);
    else await endPerson(tx, { ...person, at: now, until: now + END_KEPT_MS });
    await sql`update person_session set ended_at = ${toIso(now)}
              where org_id = app_org() and person_id = ${person.id}
                and (id = ${id} or (not has_sid and not ${session.hasSid}))`.execute(tx);
    await announce(tx, context, person, 1);
    return 1;
  });
  if (actor.userId !== undefined) forgetActor(actor.userId);
  return { ended };
}

/**
 * The owner signs out here. Only the tokens there end: the provider may keep its session when it could not be
 * reached, and a new sign-in within it must not be refused. Where the provider names no session, the call's own token ends.
 */
export async function endThisSession(context: Context): Promise<{ ended: number }> {
  const { actor, now } = context;
  const { signIn } = actor;
  if (!signIn) return { ended: 0 };
  // A provider whose clock is behind issues what follows before our `now`; one whose clock is ahead has issued this after it.
  const at = Math.max(now - TOLERANCE_S * SECOND_MS, signIn.issuedAt);
  await context.db.as(actor, async (tx) => {
    const person = await mustLock(tx, context);
    await endSignIn(tx, signIn, at);
    const { issuer, sid } = signIn;
    if (sid !== undefined)
      await sql`update person_session set ended_at = ${toIso(now)}
                where org_id = app_org() and person_id = ${person.id} and issuer = ${issuer}
                  and mark = ${markOf({ issuer, sessionId: sid })} and ended_at is null`.execute(tx);
    await announce(tx, context, person, 1);
  });
  if (actor.userId !== undefined) forgetActor(actor.userId);
  return { ended: 1 };
}

async function endSignIn(tx: Tx, { issuer, sid, tokenHash }: SignIn, at: Instant): Promise<void> {
  const until = at + DAY_MS;
  if (sid !== undefined) await endTokensOfSession(tx, { issuer, sid, at, until });
  else if (tokenHash !== undefined) await endToken(tx, { issuer, tokenHash, at, until });
}

/** Ends streams and the tokens there are, in every process within a second; the next token is judged anew. */
export const endTokens = (tx: Tx, person: PersonRow, now: Instant): Promise<void> =>
  endPerson(tx, { ...person, at: now, until: now + DAY_MS });

/** Signs the caller out everywhere, here too. */
export const endAllMySessions = (context: Context, parts: EndParts) =>
  endEverywhere(context, parts, (tx) => mustLock(tx, context));

/**
 * Signs a member out everywhere: a courier's phone is lost. Dispatchers may do so for couriers, administrators for all.
 *
 * @param id of the person, or their courier id
 * @throws Refusal `http.not-found`, `accounts.forbidden`
 */
export const endPersonSessions = ({ id }: { readonly id: string }, context: Context, parts: EndParts) =>
  endEverywhere(context, parts, async (tx) => {
    const person = await lockPersonOrCourier(tx, id);
    if (!person) throw new Refusal("http.not-found");
    if (context.scope !== "org" && !isOnlyCourier(person)) throw new Refusal("accounts.forbidden");
    return person;
  });

/** A courier who is not staff besides. */
export const isOnlyCourier = ({ roles }: Pick<PersonRow, "roles">): boolean =>
  roles.includes("courier") && !roles.includes("dispatcher") && !roles.includes("org-admin");

async function endEverywhere(
  context: Context,
  { tellsProvider }: EndParts,
  find: (tx: Tx) => Promise<PersonRow>,
): Promise<{ ended: number }> {
  const { actor, now } = context;
  const { person, ended } = await context.db.as(actor, async (tx) => {
    const found = await find(tx);
    const open = await rows(
      tx,
      sql<SessionRow>`update person_session set ended_at = ${toIso(now)}
                      where org_id = app_org() and person_id = ${found.id} and ended_at is null
                      returning ${SESSION}`,
    );
    await endPerson(tx, { ...found, at: now, until: now + END_KEPT_MS });
    for (const session of open) if (session.hasSid) await endAt(tx, session, now);
    if (tellsProvider) await addJob(tx, END_AT_PROVIDER, { subject: found.subject, before: now });
    await announce(tx, context, found, open.length);
    return { person: found, ended: open.length };
  });
  forgetActor(person.id);
  return { ended };
}

/**
 * Ends a session up to where its person is known to have proved who they are. Whoever proves it anew is welcome at once: a
 * provider tells that time in whole seconds and by a clock of its own, which may be behind ours or ahead of it.
 */
function endAt(tx: Tx, { issuer, mark, authenticatedAt: proved }: SessionRow, now: Instant): Promise<void> {
  const at = proved === null ? now : Math.max(now - TOLERANCE_S * SECOND_MS, proved);
  return endSession(tx, { issuer, sid: mark.slice(SID_MARK.length), at, until: now + END_KEPT_MS });
}

async function mustLock(tx: Tx, { actor }: Context): Promise<PersonRow> {
  const person = await lockPerson(tx, actor.userId ?? actor.orgId);
  if (!person) throw new Refusal("accounts.signed-out");
  return person;
}

/** A line in the person's history: who ended how many sessions. */
const announce = (
  tx: Tx,
  { actor, now, key }: Context,
  { id }: PersonRow,
  sessions: number,
): Promise<unknown> =>
  emit(tx, actor, now, {
    aggregate: "person",
    aggregateId: id,
    type: "person.sessions-ended",
    data: { personId: id, sessions },
    audience: { staff: true, senderId: id },
    commandId: key,
    occurredAt: now,
  });
