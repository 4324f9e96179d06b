import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalRoles, productRoles } from "#kernel/roles.ts";
import { BrowserConfig } from "#contract/browser-config.ts";
import { browserConfig } from "./browser-config.ts";
import { settingsTable } from "./docs.ts";
import { readSettings } from "./read.ts";
import { SETTINGS, flagOf, variableOf } from "./schema.ts";
import type { Setting } from "#server/config/setting.ts";
import { settle } from "./settle.ts";

const all: [string, Setting<unknown>][] = Object.entries(SETTINGS);
const toldBy = (settings: ReturnType<typeof settle>) => browserConfig(settings, "/stripe.js");
const settled = (args: string[], environment = {}) =>
  settle(readSettings(environment, args).settings, environment);

test("nothing set means a demo on this machine alone", () => {
  expect(settled([])).toMatchObject({
    port: 8080,
    providerPort: 8081,
    metricsPort: 8082,
    publicUrl: "http://localhost:8080",
    oidcIssuer: "http://localhost:8081",
    embeddedProvider: true,
    demo: true,
    payment: "sandbox",
    oidcResource: "urn:waybill:api",
  });
});

test.each(all)("%s is read from its flag and its variable, and its example is valid", (name, setting) => {
  const expected = setting.kind.parse(setting.example);
  expect(expected).toBeDefined();
  const byFlag = readSettings({}, [`${flagOf(name)}=${setting.example}`]).settings;
  const byVariable = readSettings({ [variableOf(name)]: setting.example }, []).settings;
  expect(Object.entries(byFlag).find(([key]) => key === name)?.[1]).toEqual(expected);
  expect(byVariable).toEqual(byFlag);
});

test.each(all.filter(([, setting]) => setting.default !== undefined))(
  "the default of %s can be written as a flag",
  (_name, setting) => {
    expect(setting.kind.parse(setting.kind.show(setting.default))).toEqual(setting.default);
  },
);

test("browsers are told whether mails leave or lie in a folder", () => {
  expect(toldBy(settled([])).mails).toBe("folder");
  const mail = ["--mail-url=smtps://mail.example:465", "--mail-from=parcels@shop.example"];
  expect(toldBy(settled(mail)).mails).toBe("server");
});

test("a flag wins over the environment", () => {
  expect(settled(["--port", "9090"], { WAYBILL_PORT: "7070" }).port).toBe(9090);
});

test("yes and no flags may stand alone, be negated or carry a value", () => {
  expect(readSettings({}, ["--demo"]).settings.demo).toBe(true);
  expect(readSettings({}, ["--no-demo"]).settings.demo).toBe(false);
  expect(readSettings({}, ["--demo", "no", "--port", "81"]).settings).toMatchObject({
    demo: false,
    port: 81,
  });
});

test("British English is a language on offer of its own", () => {
  expect(toldBy(settled([], { WAYBILL_LOCALES: "en-GB,de" })).locales).toEqual(["en-GB", "de"]);
  expect(() => readSettings({ WAYBILL_LOCALES: "en-US" }, [])).toThrow("each one of en, en-GB, de");
});

test("an unknown setting is an error that names the nearest", () => {
  expect(() => readSettings({ WAYBILL_PROT: "1" }, [])).toThrow(
    "WAYBILL_PROT is not a setting of Waybill; the nearest is WAYBILL_PORT.",
  );
  expect(() => readSettings({}, ["--prot", "1"])).toThrow("--prot is not known; the nearest is --port.");
  expect(() => readSettings({}, ["--plna"], ["--plan"])).toThrow("nearest is --plan.");
});

test("every fault is told at once, each by what would be right", () => {
  expect(() => readSettings({ WAYBILL_CURRENCY: "EURO" }, ["--port", "99999", "--time-zone"])).toThrow(
    [
      'WAYBILL_CURRENCY must be an ISO 4217 currency code such as EUR, not "EURO".',
      '--port must be a whole number from 1 to 65535, not "99999".',
      "--time-zone needs a value: a time zone such as Europe/Berlin.",
    ].join("\n"),
  );
});

test("a secret comes from a file too, and is never repeated in an error", () => {
  const file = join(mkdtempSync(join(tmpdir(), "waybill-config-")), "url");
  writeFileSync(file, "postgresql://a:b@db/waybill\n");
  expect(readSettings({ DATABASE_URL_FILE: file }, []).settings.databaseUrl).toBe(
    "postgresql://a:b@db/waybill",
  );
  expect(readSettings({ WAYBILL_DATABASE_URL_FILE: file }, []).settings.databaseUrl).toBe(
    "postgresql://a:b@db/waybill",
  );
  expect(() => readSettings({ DATABASE_URL: "mysql://root:hunter2@db" }, [])).toThrow(
    /^(?!.*hunter2).*DATABASE_URL must be/s,
  );
  expect(() => readSettings({ DATABASE_URL_FILE: "/nowhere" }, [])).toThrow("cannot be read");
  expect(() => readSettings({ WAYBILL_PORT_FILE: "/nowhere" }, [])).toThrow(
    "WAYBILL_PORT_FILE is not a setting",
  );
});

// v5.0.0-6.3.2
test("demo sign-in and sandbox payments stay on this machine", () => {
  expect(() => settled(["--host", "0.0.0.0"])).toThrow(
    /signs anybody in and does not start on 0\.0\.0\.0.*--oidc-issuer/,
  );
  expect(() => settled([], { NODE_ENV: "production" })).toThrow(/does not start with NODE_ENV=production/);
  expect(() => settled(["--public-url", "https://waybill.example"])).toThrow(/behind waybill\.example/);
  expect(() => settled(["--host", "0.0.0.0", "--oidc-issuer", "https://id.example"])).toThrow(
    /payment sandbox.*--payment stripe or none/,
  );
  expect(
    settled(["--host", "0.0.0.0", "--oidc-issuer", "https://id.example", "--payment", "none"]).demo,
  ).toBe(false);
  expect(settled(["--host", "0.0.0.0", "--allow-demo-in-production"]).demo).toBe(true);
});

const OWN = [
  "--oidc-issuer",
  "https://id.example",
  "--public-url",
  "https://waybill.example",
  "--payment",
  "none",
];

test.each<[string, string[], RegExp]>([
  ["an audience that is a client id", ["--oidc-audience", "waybill-web"], /--oidc-audience must differ/],
  ["an issuer on plain http", ["--oidc-issuer", "http://id.example"], /--oidc-issuer must begin with https/],
  [
    "an app on plain http beyond this machine",
    [...OWN, "--public-url", "http://waybill.example"],
    /--public-url must begin with https/,
  ],
  [
    "an account page on plain http",
    [...OWN, "--oidc-account-url", "http://id.example/me"],
    /--oidc-account-url/,
  ],
  ["an origin on plain http", [...OWN, "--oidc-origins", "http://id.example"], /--oidc-origins/],
  ["a scope without openid", [...OWN, "--oidc-scope", "profile email"], /must contain openid/],
  [
    "a role without its kind",
    [...OWN, "--oidc-role-map", "driver=courier"],
    /realm:NAME or client:CLIENT:NAME/,
  ],
  [
    "a role of a client that is not read",
    [...OWN, "--oidc-role-map", "client:desk:driver=courier", "--oidc-roles-client", "api"],
    /CLIENT being --oidc-roles-client/,
  ],
  ["no type of token", [...OWN, "--oidc-token-types="], /at least one type/],
  [
    "another resource at the embedded provider",
    ["--oidc-resource", "urn:other"],
    /--oidc-resource is for a provider/,
  ],
  ["another type at the embedded provider", ["--oidc-token-types", "JWT"], /must contain at\+jwt/],
])("%s is refused in one sentence", (_says, args, sentence) => {
  expect(() => settled(args)).toThrow(sentence);
  expect(() => settled(args)).toThrow(/^[^\n]+\.$/);
});

test.each([
  ["ISSUER", "id.example", "an address such as https://waybill.example"],
  ["ISSUER", "https://id.example/?realm=a", "an address such as"],
  ["CLIENT_ID", "two words", "a client id"],
  ["SCOPE", 'openid "all"', "scopes divided by spaces"],
  ["AUDIENCE", "two words", "an audience"],
  ["ROLES_REALM_PATH", "roles", "a JSON pointer such as /realm_access/roles"],
  ["ROLES_REALM_PATH", "/https://waybill.example~2roles", "a JSON pointer"],
  ["ROLES_CLIENT_PATH", "resource_access.{clientId}.roles", "a JSON pointer"],
  [
    "ROLE_MAP",
    "realm:driver=boss",
    "with the roles sender, courier, dispatcher, finance, org-admin, waybill-operator",
  ],
  ["ROLE_MAP", "realm:driver", "pairs such as realm:driver=courier"],
  ["ACCOUNT_URL", "ftp://id.example/me", "an address such as"],
  ["DPOP", "maybe", "one of auto, required, off"],
  ["OFFLINE_HOURS", "73", "a whole number from 0 to 72"],
  ["OFFLINE_HOURS", "-1", "a whole number from 0 to 72"],
])("WAYBILL_OIDC_%s refuses %s in one sentence that says what is right", (name, value, right) => {
  const read = () => readSettings({ [`WAYBILL_OIDC_${name}`]: value }, []);
  expect(read).toThrow(right);
  expect(read).toThrow(new RegExp(`^WAYBILL_OIDC_${name} must be [^\\n]+\\.$`));
});

test.each([
  ["Entra ID", "/roles", { roles: ["Courier"] }, "realm:Courier"],
  ["Auth0", "/https:~1~1a.example~1roles", { "https://a.example/roles": ["Courier"] }, "realm:Courier"],
  ["Cognito", "/cognito:groups", { "cognito:groups": ["Courier"] }, "realm:Courier"],
  ["a text", "/group", { group: "Courier" }, "realm:Courier"],
])("roles as %s writes them are read and mapped by settings alone", (_says, realmPath, claims, name) => {
  const { oidcRolesRealmPath, oidcRolesClientPath, oidcRolesClient, oidcRoleMap } = settled([
    ...OWN,
    `--oidc-roles-realm-path=${realmPath}`,
    `--oidc-role-map=${name}=courier`,
  ]);
  const paths = {
    realmPath: oidcRolesRealmPath,
    clientPath: oidcRolesClientPath,
    clientId: oidcRolesClient,
  };
  expect(productRoles(canonicalRoles(claims, paths), oidcRoleMap)).toEqual(["courier"]);
});

test.each<[string, string[]]>([
  ["a provider on this machine", ["--oidc-issuer", "http://localhost:8180/realms/waybill"]],
  ["keys demanded of the embedded provider", ["--oidc-dpop", "required"]],
  ["a provider of one's own on several origins", [...OWN, "--oidc-origins", "https://token.example/"]],
  ["Keycloak's old type beside the new", [...OWN, "--oidc-token-types", "JWT,at+jwt"]],
  [
    "an audience as parameter",
    [...OWN, "--oidc-extra-params", "audience=urn:waybill:api,prompt=select_account"],
  ],
])("%s is accepted", (_says, args) => {
  expect(settled(args).oidcIssuer).toMatch(/^http/);
});

test.each(["scope=openid", "resource=urn:x", "state=1", "redirect_uri=https://evil.example", "request=x"])(
  "the parameter %s belongs to the protocol and may not be added",
  (pair) => {
    expect(() => settled([...OWN, "--oidc-extra-params", pair])).toThrow(
      /none of which the protocol sets itself/,
    );
  },
);

test.each(["https://id.example/path", "id.example", "https://id.example?a=1"])("%s is no origin", (text) => {
  expect(() => settled([...OWN, "--oidc-origins", text])).toThrow(/an origin such as/);
});

test("the browser is told exactly its settings and no secret", () => {
  const told = toldBy(settled([], { DATABASE_URL: "postgresql://a:hunter2@db/waybill" }));
  expect(BrowserConfig.parse(told)).toEqual(told);
  expect(told).toMatchObject({
    sessionCheckEveryS: 5,
    providerMessageWaitS: 10,
    pendingSignInS: 3600,
    demo: { on: true },
  });
  expect(told.demo.people.map((person) => person.role)).toEqual(
    expect.arrayContaining(["sender", "dispatcher", "courier", "org-admin"]),
  );
  expect(JSON.stringify(told)).not.toContain("hunter2");
});

test("everything about sign-in that is set reaches the browser, and what is the server's alone does not", () => {
  const told = toldBy(
    settled([
      ...OWN,
      "--oidc-client-id=web",
      "--oidc-scope=openid api",
      "--oidc-resource=urn:r",
      "--oidc-roles-realm-path=/roles",
      "--oidc-roles-client-path=/apps/{clientId}",
      "--oidc-roles-client=api",
      "--oidc-role-map=realm:driver=courier",
      "--oidc-account-url=https://id.example/me",
      "--oidc-dpop=required",
      "--oidc-offline-hours=3",
      "--oidc-extra-params=audience=urn:a",
      "--oidc-audience=urn:secret-api",
    ]),
  );
  expect(told).toMatchObject({
    issuer: "https://id.example",
    clientId: "web",
    scope: "openid api",
    resource: "urn:r",
    rolesRealmPath: "/roles",
    rolesClientPath: "/apps/{clientId}",
    rolesClient: "api",
    roleMap: { "realm:driver": ["courier"] },
    accountUrl: "https://id.example/me",
    dpop: "required",
    offlineHours: 3,
    extraParams: { audience: "urn:a" },
  });
  expect(JSON.stringify(told)).not.toContain("urn:secret-api");
});

test("with a provider of one's own nobody is offered one-click sign-in", () => {
  const told = toldBy(settled(["--oidc-issuer", "https://id.example/realms/a", "--demo"]));
  expect(told).toMatchObject({ issuer: "https://id.example/realms/a", demo: { on: true, people: [] } });
  expect(told.resource).toBeUndefined();
});

test.each<[string, string | undefined, string[]]>([
  ["the default start", undefined, []],
  ["an address of https with the provider of this machine", undefined, ["--public-url=https://a.example"]],
  ["an address of https and a provider that phones reach", "https://waybill.example", OWN],
  ["a provider of one's own without an address", undefined, ["--oidc-issuer=https://id.example"]],
])("%s names %s as the phones' address", (_says, phoneUrl, flags) => {
  expect(toldBy(settled([...flags, "--demo", "--allow-demo-in-production"])).demo.phoneUrl).toBe(phoneUrl);
});

test("the operating manual lists every setting", () => {
  for (const [name] of all)
    expect(settingsTable()).toContain(`\`${flagOf(name)}\` \`${variableOf(name)}\` |`);
});
