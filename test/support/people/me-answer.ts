import type { Role } from "#kernel/actor.ts";

/** Answer of `GET /api/me` to a page of this person. */
export const meAnswer =
  (person: { readonly id: string; readonly name: string }, roles: readonly Role[] = ["org-admin"]) =>
  (): { readonly body: unknown } => ({
    body: {
      ...person,
      email: null,
      locale: null,
      roles,
      courierId: null,
      org: { id: person.id, name: "Shop", currency: "EUR", timezone: "Europe/Berlin" },
    },
  });
