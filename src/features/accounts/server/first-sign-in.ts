import { sql } from "kysely";
import type { Newcomer, Role } from "#kernel/actor.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { emit } from "#server/db/events.ts";
import { provenEmail } from "../domain/invitation.ts";
import { endInvitation, lockOpenInvitationFor } from "./invitation-queries.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { addMember, unionOf } from "./members.ts";
import type { PersonRow } from "./queries.ts";

/** How somebody becomes a member: by the roles in their token, or only by an invitation. */
export type JoinBy = "roles" | "invitation";

/**
 * Makes a member of somebody who was never here, if the rules let them in; an invitation that waits for their proven
 * e-mail address is accepted on the way.
 *
 * By invitation, the very first administrator comes in by the token: somebody must be able to invite.
 *
 * @param ceiling what the token allows at most
 * @returns nothing for those who are not let in
 * @see docs/identity-providers.md, "People and roles"
 */
export async function joinAtFirstSignIn(
  context: TxContext,
  joinBy: JoinBy,
  who: Newcomer & { readonly tokenRoles: readonly Role[]; readonly ceiling: readonly Role[] },
): Promise<PersonRow | undefined> {
  const { tx, now } = context;
  const email = provenEmail(who);
  const invitation = email === undefined ? undefined : await lockOpenInvitationFor(tx, email, now);
  const own = joinBy === "roles" || (await isFirstAdmin(tx, who.tokenRoles)) ? who.tokenRoles : undefined;
  if (!invitation && !own) return undefined;
  const person = await addMember(context, {
    who,
    ceiling: who.ceiling,
    roles: unionOf(own ?? [], invitation?.roles ?? []),
    vehicle: invitation?.vehicle ?? null,
  });
  if (invitation) await noteAccepted(context, invitation, person);
  return person;
}

async function isFirstAdmin(tx: Tx, tokenRoles: readonly Role[]): Promise<boolean> {
  if (!tokenRoles.includes("org-admin")) return false;
  const found = await first(
    tx,
    sql<{ id: string }>`select id from person
                        where org_id = app_org() and 'org-admin' = any (roles) and status = 'active' limit 1`,
  );
  return found === undefined;
}

/** Ends an invitation by its acceptance and says so. The caller holds its row. */
export async function noteAccepted(
  context: TxContext,
  { id }: InvitationRow,
  person: Pick<PersonRow, "id" | "name">,
): Promise<void> {
  const { tx, orgId, now } = context;
  await endInvitation(context, id, "accepted", person.id);
  const actor = { kind: "person", orgId, userId: person.id, name: person.name, roles: [] } as const;
  await emit(tx, actor, now, {
    aggregate: "invitation",
    aggregateId: id,
    type: "invitation.accepted",
    data: { invitationId: id, personId: person.id },
    audience: { staff: true },
    occurredAt: now,
  });
}
