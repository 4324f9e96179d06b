import fc from "fast-check";
import { expect, test } from "vitest";
import { ROLES } from "./actor.ts";
import { ROLE_VECTORS } from "./roles-vectors.ts";
import {
  ROLE_LIMITS,
  canonicalRoles,
  hasClientRole,
  hasRealmRole,
  plainRoleMap,
  productRoles,
} from "./roles.ts";

const paths = {
  realmPath: "/realm_access/roles",
  clientPath: "/resource_access/{clientId}/roles",
  clientId: "waybill-api",
};

test.each(ROLE_VECTORS)("$says", ({ claims, realmPath, clientPath, canonical }) => {
  const given = { ...paths, ...(realmPath && { realmPath }), ...(clientPath && { clientPath }) };
  expect(canonicalRoles(claims, given)).toEqual(canonical);
});

test("a token with ten thousand roles is read up to the limit", () => {
  const claims = { realm_access: { roles: Array.from({ length: 10_000 }, (_, n) => `r${n}`) } };
  expect(canonicalRoles(claims, paths)).toHaveLength(ROLE_LIMITS.count);
});

test("realm and client roles are asked for apart", () => {
  const canonical = ["realm:staff", "client:waybill-api:courier"];
  expect(hasRealmRole(canonical, "staff")).toBe(true);
  expect(hasRealmRole(canonical, "courier")).toBe(false);
  expect(hasClientRole(canonical, "courier", "waybill-api")).toBe(true);
  expect(hasClientRole(canonical, "courier", "other")).toBe(false);
});

test("one provider role may give several product roles, and several may give the same", () => {
  const map = { "realm:office": ["org-admin", "dispatcher"], "realm:desk": ["dispatcher"] };
  expect(productRoles(["realm:desk", "realm:office"], map)).toEqual(["dispatcher", "org-admin"]);
});

test("a role that the map does not know gives nothing", () => {
  expect(
    productRoles(
      ["realm:dispatcher", "client:other:dispatcher", "constructor", "__proto__"],
      plainRoleMap("waybill-api"),
    ),
  ).toEqual([]);
});

test("the plain map gives each role by its own name", () => {
  for (const role of ROLES) expect(productRoles([`client:c:${role}`], plainRoleMap("c"))).toEqual([role]);
});

test("no token of any shape breaks the reading", () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (claims, path) => {
      const found = canonicalRoles(claims, { ...paths, realmPath: `/${path}` });
      expect(found.every((name) => /^(realm|client:waybill-api):/s.test(name))).toBe(true);
    }),
  );
});
