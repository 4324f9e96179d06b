import { ANSWER_ROWS } from "./answer-rows.ts";
import type { Fault } from "./fault.ts";
import { REFRESH_ROWS } from "./refresh-rows.ts";
import type { Row } from "./row.ts";
import { setting, without } from "./row.ts";
import { TOKEN_ROWS } from "./token-rows.ts";

/** Every sign-in of the matrix. */
export const SIGN_IN_ROWS: readonly Row[] = [...TOKEN_ROWS, ...ANSWER_ROWS];

/** Issuers that are right at signing in and odd at signing out. */
const FAREWELLS: Readonly<Record<string, Fault>> = {
  "bye-no-endpoint": { metadata: without("end_session_endpoint") },
  "bye-other-state": { farewell: (back) => back.set("state", "of-somebody-else") },
  "bye-no-state": { farewell: (back) => back.delete("state") },
  "bye-500": { instead: { "end-session": { status: 500, body: "out of order" } } },
  "bye-revoke-500": {
    metadata: without("end_session_endpoint"),
    instead: { revoke: { status: 500, body: "" } },
  },
};

/** Issuers with a session frame. */
const FRAMES: Readonly<Record<string, Fault>> = {
  "frame-unchanged": { frame: "unchanged" },
  "frame-changed": { frame: "changed" },
  "frame-changed-later": { frame: "changed-later" },
  "frame-error": { frame: "error" },
  "frame-silent": { frame: "silent" },
  "frame-odd": { frame: "odd" },
  "frame-flood": { frame: "flood" },
  "frame-stray": { frame: "stray" },
  "frame-500": { frame: "unchanged", instead: { frame: { status: 500, body: "" } } },
  "frame-hang": { frame: "unchanged", instead: { frame: "hang" } },
};

/** Every issuer of the provider by its name. */
export const MODES: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries([...SIGN_IN_ROWS, ...REFRESH_ROWS].map(({ mode, fault }) => [mode, fault])),
  ...FAREWELLS,
  ...FRAMES,
  "api-aud-wrong": { access: setting("aud", "urn:another:api") },
  "api-typ-jwt": { accessType: "JWT" },
  "api-iss-wrong": { access: setting("iss", "https://id.example") },
  "api-client-wrong": {
    access: (claims) => Object.assign(claims, { azp: "another-app", client_id: "another-app" }),
  },
  "api-opaque": { tokens: setting("access_token", "opaque-0123456789"), claims: without("at_hash") },
  "authz-204": { instead: { authorize: { status: 204, body: "" } } },
  "no-roles": { access: without("resource_access") },
};
