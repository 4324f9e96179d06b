import * as z from "zod/mini";
import { Email, Id, Locale, Name, Phone } from "#contract/schemas.ts";
import { GIVEN_ROLES, ROLES } from "#kernel/actor.ts";

export const RoleName = z.enum(ROLES);
/** Roles that administrators give. */
export const GivenRole = z.enum(GIVEN_ROLES);
export const MembershipStatus = z.enum(["invited", "active", "suspended"]);
export const VehicleClass = z.enum(["foot", "bike", "cargo_bike", "moped", "car", "van"]);

/** One member of the organisation. `tokenRoles` is what the identity provider said at the last sign-in. */
export const Person = z.strictObject({
  id: Id,
  name: Name,
  email: z.nullable(Email),
  /** Whether the identity provider says that the address is theirs. */
  emailProven: z.boolean(),
  phone: z.nullable(Phone),
  locale: z.nullable(Locale),
  roles: z.array(GivenRole),
  tokenRoles: z.array(RoleName),
  status: MembershipStatus,
  vehicle: z.nullable(VehicleClass),
  lastSeenAt: z.nullable(z.string()),
  version: z.int(),
});
export type Person = z.output<typeof Person>;

export const PersonEdit = z.strictObject({
  id: Id,
  version: z.int(),
  name: Name,
  phone: z.nullable(Phone),
  roles: z.array(GivenRole).check(z.maxLength(4)),
  status: MembershipStatus,
  vehicle: z.nullable(VehicleClass),
});
