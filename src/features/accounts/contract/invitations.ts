import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Email, Id, InstantText, PageSize } from "#contract/schemas.ts";
import { INVITATION_STATES } from "../domain/invitation.ts";
import { GivenRole, RoleName, VehicleClass } from "./people.ts";

export const Invitation = z.strictObject({
  id: Id,
  email: Email,
  roles: z.array(RoleName),
  vehicle: z.nullable(VehicleClass),
  state: z.enum(INVITATION_STATES),
  expiresAt: InstantText,
  invitedBy: z.nullable(z.string()),
  createdAt: InstantText,
});
export type Invitation = z.output<typeof Invitation>;

/** `path` holds the secret after `#`, where no server and no log sees it; it is returned once. */
export const InvitationLink = z.strictObject({ invitation: Invitation, path: z.string() });
export type InvitationLink = z.output<typeof InvitationLink>;

export const InvitationToken = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/));

export const InvitationInput = z.strictObject({
  email: Email,
  roles: z.array(GivenRole).check(z.minLength(1), z.maxLength(4)),
  vehicle: z.nullable(VehicleClass),
});

export const invitationsApi = {
  listInvitations: endpoint({
    id: "listInvitations",
    method: "GET",
    path: "/api/invitations",
    needs: "people:edit",
    summary: "Invitations that nobody accepted yet, newest first; `joinBy` says what they are worth",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: z.strictObject({
      items: z.array(Invitation),
      next: z.nullable(Cursor),
      joinBy: z.enum(["roles", "invitation"]),
    }),
    refusals: [],
  }),
  invitePerson: endpoint({
    id: "invitePerson",
    method: "POST",
    path: "/api/invitations",
    needs: "people:edit",
    audit: "people.invited",
    summary: "Invite somebody by e-mail address; the link is shown once",
    input: InvitationInput,
    reply: InvitationLink,
    refusals: ["accounts.already-invited", "accounts.already-member", "accounts.courier-needs-vehicle"],
    secret: true,
  }),
  renewInvitation: endpoint({
    id: "renewInvitation",
    method: "POST",
    path: "/api/invitations/:id/renew",
    needs: "people:edit",
    audit: "people.invitation-renewed",
    summary: "Make a new link for seven days; the old one opens nothing any more",
    input: z.strictObject({ id: Id }),
    reply: InvitationLink,
    refusals: ["http.not-found", "accounts.invitation-over"],
    secret: true,
  }),
  withdrawInvitation: endpoint({
    id: "withdrawInvitation",
    method: "POST",
    path: "/api/invitations/:id/withdraw",
    needs: "people:edit",
    audit: "people.invitation-withdrawn",
    summary: "Take an invitation back",
    input: z.strictObject({ id: Id }),
    reply: Invitation,
    refusals: ["http.not-found", "accounts.invitation-over"],
  }),
  acceptInvitation: endpoint({
    id: "acceptInvitation",
    method: "POST",
    path: "/api/invitations/accept",
    needs: "anyone",
    summary: "Become a member by the link of an invitation, for whoever is signed in",
    input: z.strictObject({ token: InvitationToken }),
    reply: z.strictObject({ roles: z.array(RoleName) }),
    refusals: [
      "accounts.invitation-unknown",
      "accounts.invitation-used",
      "accounts.invitation-withdrawn",
      "accounts.invitation-expired",
      "accounts.invitation-other-email",
      "accounts.already-member",
    ],
    limitPerMinute: 20,
  }),
};
