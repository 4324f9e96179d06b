/** One case of reading roles from a token: used by the tests of both ends. */
export interface RoleVector {
  readonly says: string;
  readonly claims: unknown;
  readonly realmPath?: string;
  readonly clientPath?: string;
  readonly canonical: readonly string[];
}

const long = "x".repeat(129);

/** Tokens as providers really write them, and as attackers would. `clientId` is waybill-api. */
export const ROLE_VECTORS: readonly RoleVector[] = [
  {
    says: "Keycloak lists realm and client roles",
    claims: {
      realm_access: { roles: ["offline_access", "staff"] },
      resource_access: { "waybill-api": { roles: ["dispatcher"] }, account: { roles: ["manage-account"] } },
    },
    canonical: ["realm:offline_access", "realm:staff", "client:waybill-api:dispatcher"],
  },
  {
    says: "a role of another client does not count",
    claims: { resource_access: { other: { roles: ["dispatcher"] } } },
    canonical: [],
  },
  {
    says: "Entra lists app roles at the top",
    claims: { roles: ["Courier"] },
    realmPath: "/roles",
    canonical: ["realm:Courier"],
  },
  {
    says: "Auth0 names the claim by an address",
    claims: { "https://waybill.example/roles": ["courier"] },
    realmPath: "/https:~1~1waybill.example~1roles",
    canonical: ["realm:courier"],
  },
  {
    says: "Cognito lists groups",
    claims: { "cognito:groups": ["couriers"] },
    realmPath: "/cognito:groups",
    canonical: ["realm:couriers"],
  },
  {
    says: "a tilde in a claim name is escaped",
    claims: { "a~b": ["x"] },
    realmPath: "/a~0b",
    canonical: ["realm:x"],
  },
  {
    says: "one text is one role, not split",
    claims: { roles: "sender courier" },
    realmPath: "/roles",
    canonical: ["realm:sender courier"],
  },
  {
    says: "what is no text is dropped",
    claims: { roles: ["a", 1, null, { a: 1 }, ["b"], ""] },
    realmPath: "/roles",
    canonical: ["realm:a"],
  },
  {
    says: "a name beyond 128 characters counts too",
    claims: { roles: [long, "a"] },
    realmPath: "/roles",
    canonical: [`realm:${long}`, "realm:a"],
  },
  {
    says: "a role twice is one role",
    claims: { roles: ["a", "a"] },
    realmPath: "/roles",
    canonical: ["realm:a"],
  },
  { says: "inherited properties lead nowhere", claims: {}, realmPath: "/constructor/name", canonical: [] },
  { says: "the prototype leads nowhere", claims: {}, realmPath: "/__proto__/roles", canonical: [] },
  { says: "an absent path gives none", claims: { sub: "a" }, canonical: [] },
  { says: "a path through a text gives none", claims: { realm_access: "roles" }, canonical: [] },
  { says: "no claims give none", claims: undefined, canonical: [] },
  {
    says: "too many groups to list (Entra overage) give none",
    claims: { _claim_names: { groups: "src1" } },
    realmPath: "/groups",
    canonical: [],
  },
  {
    says: "a claim that did not fit takes the roles beside it along",
    claims: { roles: ["Courier"], _claim_names: { roles: "src1" } },
    realmPath: "/roles",
    canonical: [],
  },
  {
    says: "a claim that did not fit and that nobody reads does no harm",
    claims: { roles: ["Courier"], _claim_names: { groups: "src1" } },
    realmPath: "/roles",
    canonical: ["realm:Courier"],
  },
  {
    says: "a link instead of groups named by an address is noticed",
    claims: { "https://a.example/g": ["x"], _claim_names: { "https://a.example/g": "src1" } },
    realmPath: "/https:~1~1a.example~1g",
    canonical: [],
  },
];
