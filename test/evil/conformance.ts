import { REFRESH_ROWS } from "./refresh-rows.ts";
import { SIGN_IN_ROWS } from "./modes.ts";
import { FAPI, OIDC } from "./row.ts";

/** A test outside the two tables that checks what a module checks. */
interface Elsewhere {
  readonly file: string;
  /** Stands in that file word for word. */
  readonly text: string;
  readonly result: string;
}

const farewell = (text: string): Elsewhere => ({
  file: "test/evil/farewell.test.ts",
  text,
  result: "signed out, start page",
});
const logoutToken = (text: string, result = "refused"): Elsewhere => ({
  file: "src/server/identity/logout-token-table.test.ts",
  text,
  result,
});

/** Modules that a row of the tables does not name. */
export const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  [`${FAPI}-rs-dpop-auth-scheme-case-insensitivity`]: {
    file: "src/server/identity/proof-table.test.ts",
    text: "the scheme in other letters",
    result: "accepted",
  },
  [`${OIDC}-rp-init-logout`]: farewell("ok~bye"),
  [`${OIDC}-rp-init-logout-other-state`]: farewell("bye-other-state"),
  [`${OIDC}-rp-init-logout-no-state`]: farewell("bye-no-state"),
  [`${OIDC}-rp-backchannel-rpinitlogout`]: {
    file: "test/server/provider-logout.test.ts",
    text: "who signs out at the provider is out",
    result: "signed out everywhere",
  },
  [`${OIDC}-rp-backchannel-rpinitlogout-alg-none`]: logoutToken("alg none (alg-none)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-wrong-alg`]: logoutToken("(wrong-alg)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-wrong-iss`]: logoutToken("(wrong-iss)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-wrong-aud`]: logoutToken("(wrong-aud)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-no-event`]: logoutToken("(no-event)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-wrong-event`]: logoutToken("(wrong-event)"),
  [`${OIDC}-rp-backchannel-rpinitlogout-with-nonce`]: logoutToken("(with-nonce)"),
  [`${OIDC}-session-management`]: {
    file: "test/evil/frame.test.ts",
    text: "a frame that proved alive and says changed causes one question, no more",
    result: "asked once, believed never",
  },
  [`${OIDC}-3rd-party-init-login`]: {
    file: "test/evil/return-to.test.ts",
    text: "a sign-in that the provider begins asks for the person meant",
    result: "accepted from our issuer alone",
  },
};

/** Modules for what Waybill is not. */
const NOT_OURS: Readonly<Record<string, string>> = {
  [`${OIDC}-client-secret-basic`]: "a browser keeps no secret: the client is public",
};

/** Cases of the suite that the design names, in its order. */
export const MODULES: readonly string[] = [
  OIDC,
  ...[
    "invalid-iss",
    "missing-sub",
    "invalid-aud",
    "missing-aud",
    "missing-iat",
    "kid-absent-single-jwks",
    "kid-absent-multiple-jwks",
    "idtoken-sig-rs256",
    "idtoken-sig-none",
    "invalid-sig-rs256",
    "invalid-sig-es256",
    "invalid-sig-hs256",
    "userinfo-invalid-sub",
    "nonce-invalid",
    "scope-userinfo-claims",
    "userinfo-bearer-header",
    "client-secret-basic",
    "discovery-openid-config",
    "discovery-jwks-uri-keys",
    "discovery-issuer-mismatch",
    "signing-key-rotation",
    "signing-key-rotation-just-before-signing",
    "refresh-token",
    "refresh-token-invalid-issuer",
    "refresh-token-invalid-sub",
    "rp-init-logout",
    "rp-init-logout-other-state",
    "rp-init-logout-no-state",
    "rp-backchannel-rpinitlogout",
    "rp-backchannel-rpinitlogout-alg-none",
    "rp-backchannel-rpinitlogout-no-event",
    "rp-backchannel-rpinitlogout-with-nonce",
    "rp-backchannel-rpinitlogout-wrong-alg",
    "rp-backchannel-rpinitlogout-wrong-aud",
    "rp-backchannel-rpinitlogout-wrong-event",
    "rp-backchannel-rpinitlogout-wrong-iss",
    "session-management",
    "3rd-party-init-login",
  ].map((name) => `${OIDC}-${name}`),
  ...[
    "happy-path",
    "happy-path-no-dpop-nonce",
    "rs-dpop-auth-scheme-case-insensitivity",
    "invalid-secondary-aud",
    "valid-aud-as-array",
    "invalid-expired-exp",
    "missing-exp",
    "invalid-null-alg",
    "alternate-alg",
    "missing-nonce",
    "invalid-authorization-response-iss",
    "remove-authorization-response-iss",
    "ensure-authorization-response-with-invalid-state",
    "ensure-authorization-response-with-invalid-missing-state",
    "token-type-case-insensitivity",
    "token-endpoint-response-without-expires_in",
  ].map((name) => `${FAPI}-${name}`),
];

const RESULTS: Readonly<Record<string, string>> = {
  "signed-in": "signed in",
  refreshed: "goes on with the fresh token",
  kept: "waits, nobody is signed out",
};
const resultOf = (expected: string): string => RESULTS[expected] ?? `refused: \`${expected}\``;

/** Every row of both tables. */
export const ROWS = [...SIGN_IN_ROWS, ...REFRESH_ROWS];
export const rowsFor = (module: string) => ROWS.filter((row) => row.modules?.includes(module));

const line = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function linesOf(module: string): string[] {
  const name = `\`${module}\``;
  const other = ELSEWHERE[module];
  const why = NOT_OURS[module];
  if (why !== undefined) return [line(name, "–", why)];
  if (other) return [line(name, `“${other.text}” in ${other.file}`, other.result)];
  return rowsFor(module).map((row) => line(name, `\`${row.mode}\`: ${row.what}`, resultOf(row.expected)));
}

const counted = (wanted: (expected: string) => boolean, rows: readonly { readonly expected: string }[]) =>
  rows.filter(({ expected }) => wanted(expected)).length;

/** The document that says which of our tests checks what a module of the OpenID suite checks. */
export function conformanceDocument(): string {
  const isRefusal = (expected: string) => RESULTS[expected] === undefined;
  return [
    "# Sign-in against a provider that misbehaves",
    "",
    "Written by `test/sign-in-conformance.test.ts` from the tables that the browser tests run; with `-u` it writes it anew.",
    "",
    "A test provider (`test/evil/provider.ts`) has one issuer for each fault. The built client signs in there in a real",
    "Chromium. A refused row must show its sentence, keep neither code nor token anywhere, send none to our API, and",
    "sign in by its own button once the fault is over.",
    "",
    `- Signing in: ${counted(isRefusal, SIGN_IN_ROWS)} issuers that must be refused, ${counted((one) => one === "signed-in", SIGN_IN_ROWS)} that must be accepted.`,
    `- Refreshing: ${counted(isRefusal, REFRESH_ROWS)} that must end the session, ${counted((one) => one === "kept", REFRESH_ROWS)} that must sign nobody out, ${counted((one) => one === "refreshed", REFRESH_ROWS)} that must be accepted.`,
    "",
    "## Modules of the OpenID conformance suite",
    "",
    "Modules for relying parties by their names of 2026-08-20. The suite itself was not run.",
    "",
    line("Module", "Our row", "Result"),
    line("---", "---", "---"),
    ...MODULES.flatMap(linesOf),
    "",
    "## Every row",
    "",
    line("Issuer", "What is wrong or odd", "Result"),
    line("---", "---", "---"),
    ...ROWS.map((row) => line(`\`${row.mode}\``, row.what, resultOf(row.expected))),
    "",
  ].join("\n");
}
