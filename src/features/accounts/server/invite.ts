import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { change } from "#server/db/change.ts";
import { aggregateOf } from "#server/db/commands.ts";
import { codeOf, first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { accountsApi } from "../contract/api.ts";
import type { Invitation, InvitationLink } from "../contract/invitations.ts";
import { INVITATION_KEPT_MS, INVITATION_MACHINE } from "../domain/invitation.ts";
import { endInvitation, invitationOf, lockInvitation, stateOf } from "./invitation-queries.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { unionOf } from "./members.ts";
import { writeContext } from "#server/db/tx-context.ts";

type Wish = ParsedOf<typeof accountsApi.invitePerson>;

/**
 * Invites somebody by e-mail address. The link can be read this one time: only its hash is kept. Sent again under the
 * same key, the same invitation gets a fresh link.
 *
 * @throws Refusal `accounts.already-invited`, `accounts.already-member`, `accounts.courier-needs-vehicle`
 */
export async function invitePerson(wish: Wish, context: Context): Promise<InvitationLink> {
  const { actor, now } = context;
  const id = newId(now);
  try {
    return await context.db.as(actor, async (tx) => {
      const token = await change(tx, context, {
        type: "invitePerson",
        aggregateId: id,
        body: wish,
        write: async () => {
          await check(tx, wish);
          return make(tx, id, wish, context);
        },
        event: () => eventOf(id, "invitation.made"),
      });
      if (token === undefined) return linkAgain(tx, context, (await aggregateOf(tx, context.key)) ?? "");
      return linkOf(await mustLock(tx, id), token, now);
    });
  } catch (error) {
    // Two invited the same address at once.
    if (codeOf(error) === "23505") throw new Refusal("accounts.already-invited", { field: "email" });
    throw error;
  }
}

async function check(tx: Tx, wish: Wish): Promise<void> {
  if (wish.roles.includes("courier") && wish.vehicle === null)
    throw new Refusal("accounts.courier-needs-vehicle", { field: "vehicle" });
  const email = wish.email.toLowerCase();
  const found = await first(
    tx,
    sql<{ member: boolean; invited: boolean }>`
      select exists (select from person
                     where org_id = app_org() and lower(email) = ${email} and email_verified) as member,
             exists (select from invitation
                     where org_id = app_org() and lower(email) = ${email} and state = 'open') as invited`,
  );
  if (found?.member) throw new Refusal("accounts.already-member", { field: "email" });
  if (found?.invited) throw new Refusal("accounts.already-invited", { field: "email" });
}

/** @returns the token of its link */
async function make(tx: Tx, id: string, wish: Wish, context: Context): Promise<string> {
  const { actor, now } = context;
  const { token, tokenHash, expiresAt } = freshToken(now);
  const roles = unionOf(wish.roles, []);
  const vehicle = roles.includes("courier") ? wish.vehicle : null;
  await sql`
    insert into invitation (org_id, id, email, roles, vehicle, token_hash, state, expires_at, invited_by,
                            invited_by_name, created_at)
    values (app_org(), ${id}, ${wish.email}, ${roles}, ${vehicle}, ${tokenHash}, 'open',
            ${toIso(expiresAt)}, ${actor.userId ?? null}, ${actor.name ?? null}, ${toIso(now)})`.execute(tx);
  return token;
}

/**
 * Makes a new link; the old one opens nothing any more.
 *
 * @throws Refusal `http.not-found`, `accounts.invitation-over`
 */
export function renewInvitation({ id }: { readonly id: string }, context: Context): Promise<InvitationLink> {
  return context.db.as(context.actor, (tx) => linkAgain(tx, context, id));
}

async function linkAgain(tx: Tx, context: Context, id: string): Promise<InvitationLink> {
  const { now } = context;
  const before = await mustLock(tx, id);
  advance(INVITATION_MACHINE, stateOf(before, now), "renew");
  const { token, tokenHash, expiresAt } = freshToken(now);
  await sql`update invitation set token_hash = ${tokenHash}, expires_at = ${toIso(expiresAt)}
            where org_id = app_org() and id = ${id}`.execute(tx);
  await announce(tx, context, id, "invitation.renewed");
  return linkOf({ ...before, expiresAt }, token, now);
}

/**
 * Takes an invitation back; doing so twice changes nothing.
 *
 * @throws Refusal `http.not-found`, `accounts.invitation-over`
 */
export function withdrawInvitation({ id }: { readonly id: string }, context: Context): Promise<Invitation> {
  const { actor, now } = context;
  return context.db.as(actor, async (tx) => {
    const before = await mustLock(tx, id);
    if (before.state === "withdrawn") return invitationOf(before, now);
    advance(INVITATION_MACHINE, stateOf(before, now), "withdraw");
    await endInvitation(writeContext(tx, context), id, "withdrawn");
    await announce(tx, context, id, "invitation.withdrawn");
    return invitationOf({ ...before, state: "withdrawn" }, now);
  });
}

async function mustLock(tx: Tx, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(tx, id);
  if (!row) throw new Refusal("http.not-found");
  return row;
}

function freshToken(now: Instant) {
  const token = token22(randomBytes(TOKEN_RANDOM_BYTES));
  return { token, tokenHash: sha256(token), expiresAt: now + INVITATION_KEPT_MS };
}

/** The secret stands after `#`: no server and no log sees it. */
const linkOf = (row: InvitationRow, token: string, now: Instant): InvitationLink => ({
  invitation: invitationOf(row, now),
  path: `/join#${token}`,
});

const eventOf = (id: string, type: string) => ({
  aggregate: "invitation",
  aggregateId: id,
  type,
  data: { invitationId: id },
  audience: { staff: true } as const,
});

const announce = (tx: Tx, { actor, now, key }: Context, id: string, type: string): Promise<unknown> =>
  emit(tx, actor, now, { ...eventOf(id, type), commandId: key, occurredAt: now });
