/** The product's roles, least to most. A person may hold several; what a role may do is `permission.ts`. */
export const ROLES = ["sender", "courier", "dispatcher", "org-admin"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who acts. `guest` has no account (a public booking or a tracking link), `system` is Waybill itself.
 * Roles come from the verified access token: they are the ceiling; the membership row is the scope.
 */
export interface Actor {
  readonly kind: "person" | "guest" | "system";
  readonly orgId: string;
  readonly roles: readonly Role[];
  readonly userId?: string;
  readonly courierId?: string;
  readonly name?: string;
}
