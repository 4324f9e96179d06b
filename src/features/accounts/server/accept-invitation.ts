import { GIVEN_ROLES } from "#kernel/actor.ts";
import type { Role } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import { mayFollow } from "../domain/invitation.ts";
import { forgetActor } from "./actor-cache.ts";
import { noteAccepted } from "./first-sign-in.ts";
import { lockInvitationByToken, stateOf } from "./invitation-queries.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { addMember, giveRoles } from "./members.ts";
import { lockPerson, personBySubject } from "./queries.ts";
import { writeContext } from "#server/db/tx-context.ts";

/**
 * Makes a member of the signed-in holder of the link, or gives a member the invited roles. The row of the
 * invitation is locked: of two at once, one becomes the member. Following one's own link again changes nothing.
 * @throws Refusal `accounts.invitation-unknown`, `-used`, `-withdrawn`, `-expired`, `-other-email`,
 * `accounts.already-member`, `accounts.signed-out`
 */
export async function acceptInvitation(
  { token }: { readonly token: string },
  context: Context,
): Promise<{ roles: Role[] }> {
  const { actor, now } = context;
  const accepted = await context.db.as(actor, async (tx) => {
    const invitation = await lockInvitationByToken(tx, sha256(token));
    if (!invitation) throw new Refusal("accounts.invitation-unknown");
    if (await isTheirs(tx, context, invitation)) return invitation;
    mustBeOpen(invitation, now);
    const person = await become(tx, context, invitation);
    await noteAccepted(writeContext(tx, context), invitation, person);
    return invitation;
  });
  if (actor.userId !== undefined) forgetActor(actor.userId);
  return { roles: accepted.roles };
}

/** Whether the caller is the member whom this invitation made; a second call at once still comes as a newcomer. */
async function isTheirs(tx: Tx, { actor }: Context, { acceptedBy }: InvitationRow): Promise<boolean> {
  if (acceptedBy === null) return false;
  const { newcomer, userId } = actor;
  const known = newcomer && (await personBySubject(tx, newcomer.issuer, newcomer.subject));
  return acceptedBy === (known?.id ?? userId);
}

const OVER = {
  accepted: "accounts.invitation-used",
  withdrawn: "accounts.invitation-withdrawn",
  expired: "accounts.invitation-expired",
} as const;

function mustBeOpen(invitation: InvitationRow, now: Instant): void {
  const state = stateOf(invitation, now);
  if (state !== "open") throw new Refusal(OVER[state]);
}

async function become(tx: Tx, context: Context, { email, roles, vehicle }: InvitationRow) {
  const { actor } = context;
  const { newcomer } = actor;
  if (newcomer) {
    mustFit(email, newcomer);
    return addMember(writeContext(tx, context), { who: newcomer, ceiling: GIVEN_ROLES, roles, vehicle });
  }
  const person = actor.userId === undefined ? undefined : await lockPerson(tx, actor.userId);
  if (!person) throw new Refusal("accounts.signed-out");
  mustFit(email, { email: person.email ?? undefined, emailVerified: person.emailVerified });
  if (roles.every((role) => person.roles.includes(role))) throw new Refusal("accounts.already-member");
  await giveRoles(writeContext(tx, context), person, { roles, vehicle });
  return person;
}

function mustFit(invited: string, claimed: Parameters<typeof mayFollow>[1]): void {
  if (!mayFollow(invited, claimed)) throw new Refusal("accounts.invitation-other-email");
}
