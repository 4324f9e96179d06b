import { DAY_MS, type Instant } from "#kernel/instant.ts";
import type { Machine } from "#kernel/machine.ts";

export const INVITATION_STATES = ["open", "accepted", "withdrawn", "expired"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
export type InvitationCommand = "accept" | "withdraw" | "expire" | "renew";

/** How long a link may be followed. */
export const INVITATION_KEPT_MS = 7 * DAY_MS;

/** The way of somebody into the organisation. */
export const INVITATION_MACHINE = {
  name: "invitation",
  initial: "open",
  states: INVITATION_STATES,
  terminal: ["accepted", "withdrawn"],
  soft: [],
  refusal: "accounts.invitation-over",
  transitions: [
    {
      name: "accept",
      from: ["open"],
      to: "accepted",
      actors: ["person", "system"],
      guard:
        "Somebody signed in with the invited e-mail address, which the provider says is verified, or opened the link; once, within 7 days. They become a member with the invited roles.",
    },
    {
      name: "withdraw",
      from: ["open", "expired"],
      to: "withdrawn",
      actors: ["dispatcher"],
      guard: "An administrator takes it back; its link opens nothing any more.",
    },
    {
      name: "expire",
      from: ["open"],
      to: "expired",
      actors: ["system"],
      guard: "7 days have passed since it was made or renewed.",
    },
    {
      name: "renew",
      from: ["open", "expired"],
      to: "open",
      actors: ["dispatcher"],
      guard: "An administrator makes a new link for 7 days; the old one opens nothing any more.",
    },
  ],
} as const satisfies Machine<InvitationState, InvitationCommand>;

/** The state at an instant: an open invitation expires by the clock alone. */
export const stateAt = (
  { state, expiresAt }: { readonly state: Exclude<InvitationState, "expired">; readonly expiresAt: Instant },
  now: Instant,
): InvitationState => (state === "open" && now >= expiresAt ? "expired" : state);

/** Somebody's address as a token claims it. */
export interface ClaimedEmail {
  readonly email?: string | undefined;
  /** True only where the provider says that it verified the address. */
  readonly emailVerified?: boolean | undefined;
}

/** The address that counts as theirs. Many providers let people type any: only a verified one proves anything. */
export const provenEmail = ({ email, emailVerified }: ClaimedEmail): string | undefined =>
  emailVerified === true && email ? email.trim().toLowerCase() : undefined;

/** Whether the link may be used: a proven address must be the invited one; without any, the link itself is the proof. */
export function mayFollow(invited: string, claimed: ClaimedEmail): boolean {
  const proven = provenEmail(claimed);
  return proven === undefined || proven === invited.toLowerCase();
}
