import { ROLES, type Role } from "#kernel/actor.ts";
import type { RoleReading } from "./role-reading.ts";

/** Address at which our own server names the signed-in person and their roles. */
export const ME = "/api/me";

export interface Membership {
  readonly roles: readonly Role[];
  readonly reading: RoleReading;
}

/** Roles of the membership, where people join by invitation; anything that is no role of ours gives nothing. */
export function membershipIn(me: unknown): Membership {
  const named: unknown = typeof me === "object" && me !== null && "roles" in me ? me.roles : undefined;
  const roles = ROLES.filter((role) => Array.isArray(named) && named.includes(role));
  return {
    roles,
    reading: {
      from: "membership",
      reasons: roles.map((role) => ({ canonical: role, gives: [role] })),
      tooMany: false,
    },
  };
}
