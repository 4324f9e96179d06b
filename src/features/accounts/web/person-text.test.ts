import { expect, test } from "vitest";
import type { Person } from "../contract/people.ts";
import { editOf, isWithoutEffect, locksOut, textOfPerson } from "./person-text.ts";

const ada: Person = {
  id: "0190a000-0000-7000-8000-000000000001",
  name: "Ada",
  email: null,
  phone: null,
  locale: null,
  roles: ["org-admin"],
  emailProven: true,
  tokenRoles: ["org-admin"],
  status: "active",
  vehicle: null,
  lastSeenAt: "2026-11-21T08:00:00Z",
  version: 3,
};

test("what was not touched is sent as it was read", () => {
  const { name, phone, roles, status, vehicle, id, version } = ada;
  expect(editOf(ada, textOfPerson(ada))).toEqual({ id, version, name, phone, roles, status, vehicle });
});

test("roles are sent once and in the house's order", () => {
  const text = {
    ...textOfPerson(ada),
    roles: ["org-admin" as const, "courier" as const],
    vehicle: "van" as const,
  };
  expect(editOf(ada, text)).toMatchObject({ roles: ["courier", "org-admin"], vehicle: "van" });
});

test("a role that the token lacks has no effect, unless nobody signed in yet", () => {
  expect(isWithoutEffect(ada, "courier")).toBe(true);
  expect(isWithoutEffect(ada, "org-admin")).toBe(false);
  expect(isWithoutEffect({ ...ada, tokenRoles: [], lastSeenAt: null }, "courier")).toBe(false);
});

test("an administrator who gives up the role or is suspended is locked out", () => {
  expect(locksOut(ada, { roles: ["org-admin"], status: "active" })).toBe(false);
  expect(locksOut(ada, { roles: [], status: "active" })).toBe(true);
  expect(locksOut(ada, { roles: ["org-admin"], status: "suspended" })).toBe(true);
});
