import type { Instant } from "./instant.ts";

/** Roles that a membership gives. */
export const GIVEN_ROLES = ["sender", "courier", "dispatcher", "finance", "org-admin"] as const;

/** Looks after the installation. The identity provider alone gives it: no organisation's administrator can. */
export const OPERATOR = "waybill-operator";

/** The product's roles, least to most. A person may hold several; what a role may do is `permission.ts`. */
export const ROLES = [...GIVEN_ROLES, OPERATOR] as const;
export type Role = (typeof ROLES)[number];

/** The sign-in that a call comes from, in the provider's own names: `issuer` and `subject` name the person. */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's session; not every provider names one. */
  readonly sid?: string;
  /** SHA-256 of the token, base64url, where the provider names no session. */
  readonly tokenHash?: string;
  /** When the call's token was issued. */
  readonly issuedAt: Instant;
  /** When the person last proved who they are; not every token says. */
  readonly authenticatedAt?: Instant;
  /** How strongly they proved it (`acr`), in the provider's own words. */
  readonly acr?: string;
}

/** Somebody who signed in at the provider, but is no member here. Until they are one, they act as a guest. */
export interface Newcomer {
  readonly issuer: string;
  readonly subject: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** True only where the provider says that it verified the address. */
  readonly emailVerified?: boolean | undefined;
  readonly locale?: string | undefined;
}

/**
 * Actor of a call. `guest` has no account (a public booking or a tracking link), `recipient` holds the link that acts for
 * one delivery, `system` is Waybill itself.
 * Roles come from the verified access token: they are the ceiling; the membership row is the scope.
 */
export interface Actor {
  readonly kind: "person" | "guest" | "recipient" | "system";
  readonly orgId: string;
  readonly roles: readonly Role[];
  readonly userId?: string;
  readonly courierId?: string;
  readonly name?: string;
  /** Only of a recipient: the one delivery for which they decide. */
  readonly deliveryId?: string;
  /** Absent from guests and from Waybill itself. */
  readonly signIn?: SignIn;
  /** Only of a guest. */
  readonly newcomer?: Newcomer;
}
