import type { InputOf } from "#contract/endpoint.ts";
import { GIVEN_ROLES, type Role } from "#kernel/actor.ts";
import type { accountsApi } from "../contract/api.ts";
import type { Person } from "../contract/people.ts";

export type Vehicle = NonNullable<Person["vehicle"]>;

/** A person as typed: blanks in place of what is absent. */
export interface PersonText {
  name: string;
  phone: string;
  roles: Role[];
  status: Person["status"];
  vehicle: Vehicle | "none";
}

export const textOfPerson = ({ name, phone, roles, status, vehicle }: Person): PersonText => ({
  name,
  phone: phone ?? "",
  roles: [...roles],
  status,
  vehicle: vehicle ?? "none",
});

/** Builds the edit to send, against the version that was read. */
export const editOf = (
  { id, version }: Pick<Person, "id" | "version">,
  { name, phone, roles, status, vehicle }: PersonText,
): InputOf<typeof accountsApi.editPerson> => ({
  id,
  version,
  name,
  phone: phone.trim() === "" ? null : phone,
  roles: GIVEN_ROLES.filter((role) => roles.includes(role)),
  status,
  vehicle: vehicle === "none" ? null : vehicle,
});

/** A role counts only where the identity provider grants it too; before the first sign-in that is unknown. */
export const isWithoutEffect = ({ lastSeenAt, tokenRoles }: Person, role: Role): boolean =>
  lastSeenAt !== null && !tokenRoles.includes(role);

/** Whether an edit of oneself would end one's own administration. */
export const locksOut = (before: Person, { roles, status }: Pick<PersonText, "roles" | "status">): boolean =>
  before.roles.includes("org-admin") && (status !== "active" || !roles.includes("org-admin"));
