import fc from "fast-check";
import { expect, test } from "vitest";
import { ROLES } from "./actor.ts";
import { ROLE_VECTORS } from "./roles-vectors.ts";
import { LISTED_ROLES, canonicalRoles, listedRoles, plainRoleMap, productRoles } from "./roles.ts";

const paths = {
  realmPath: "/realm_access/roles",
  clientPath: "/resource_access/{clientId}/roles",
  clientId: "waybill-api",
};

test.each(ROLE_VECTORS)("$says", ({ claims, realmPath, clientPath, canonical }) => {
  const given = { ...paths, ...(realmPath && { realmPath }), ...(clientPath && { clientPath }) };
  expect(canonicalRoles(claims, given)).toEqual(canonical);
});

test("a mapped role counts wherever it stands among ten thousand, and however long its name is", () => {
  const group = `CN=Couriers,${"OU=North,".repeat(40)}DC=example`;
  const many = Array.from({ length: 10_000 }, (_, n) => `r${n}`);
  const claims = { realm_access: { roles: [...many, "desk", group] } };
  const map = { "realm:desk": ["dispatcher"], [`realm:${group}`]: ["courier"] };
  const canonical = canonicalRoles(claims, paths);
  expect(productRoles(canonical, map)).toEqual(["courier", "dispatcher"]);
  const { listed, left } = listedRoles(canonical, map);
  expect(listed.slice(-2)).toEqual(["realm:desk", `realm:${group}`]);
  expect(listed).toHaveLength(LISTED_ROLES.count + 2);
  expect(left).toBe(10_000 - LISTED_ROLES.count);
});

test("mapped roles are listed whatever their number", () => {
  const names = Array.from({ length: 300 }, (_, n) => `realm:r${n}`);
  const map = Object.fromEntries(names.map((name) => [name, ["sender"]]));
  expect(listedRoles(names, map)).toEqual({ listed: names, left: 0 });
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
