import { sql } from "kysely";
import type { Role } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Page } from "#server/db/page.ts";
import type { Invitation } from "../contract/invitations.ts";
import { stateAt } from "../domain/invitation.ts";
import type { InvitationState } from "../domain/invitation.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** An invitation as stored; "expired" follows from the clock. */
export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly roles: Role[];
  readonly vehicle: Invitation["vehicle"];
  readonly state: Exclude<InvitationState, "expired">;
  readonly expiresAt: Instant;
  readonly invitedByName: string | null;
  readonly acceptedBy: string | null;
  readonly createdAt: Instant;
}

const columns = sql`id, email, roles, vehicle, state, expires_at as "expiresAt",
  invited_by_name as "invitedByName", accepted_by as "acceptedBy", created_at as "createdAt"`;

/** Reads one invitation and holds its row until the transaction ends. */
export const lockInvitation = (tx: Tx, id: string): Promise<InvitationRow | undefined> =>
  first(
    tx,
    sql<InvitationRow>`select ${columns} from invitation where org_id = app_org() and id = ${id} for update`,
  );

export const lockInvitationByToken = (tx: Tx, tokenHash: string): Promise<InvitationRow | undefined> =>
  first(
    tx,
    sql<InvitationRow>`select ${columns} from invitation
                       where org_id = app_org() and token_hash = ${tokenHash} for update`,
  );

/** The invitation that waits for this address, its row held. */
export const lockOpenInvitationFor = (
  tx: Tx,
  email: string,
  now: Instant,
): Promise<InvitationRow | undefined> =>
  first(
    tx,
    sql<InvitationRow>`select ${columns} from invitation
                       where org_id = app_org() and lower(email) = ${email.toLowerCase()} and state = 'open'
                         and expires_at > ${toIso(now)}
                       for update`,
  );

/** Invitations not yet accepted, newest first, the expired ones too. */
export const pendingInvitations = (tx: Tx, page: Page): Promise<InvitationRow[]> =>
  rows(
    tx,
    sql<InvitationRow>`
      select ${columns} from invitation where org_id = app_org() and state = 'open' ${page.rest}`,
  );

/** Writes how an invitation ended. */
export const endInvitation = (
  { tx, now }: TimedTx,
  id: string,
  state: "accepted" | "withdrawn",
  acceptedBy: string | null = null,
): Promise<unknown> =>
  sql`update invitation set state = ${state}, ended_at = ${toIso(now)}, accepted_by = ${acceptedBy}
      where org_id = app_org() and id = ${id}`.execute(tx);

export const invitationOf = (row: InvitationRow, now: Instant): Invitation => ({
  id: row.id,
  email: row.email,
  roles: row.roles,
  vehicle: row.vehicle,
  state: stateOf(row, now),
  expiresAt: toIso(row.expiresAt),
  invitedBy: row.invitedByName,
  createdAt: toIso(row.createdAt),
});

export const stateOf = ({ state, expiresAt }: InvitationRow, now: Instant): InvitationState =>
  stateAt({ state, expiresAt }, now);
