import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { Plugin } from "vite";

export interface SignInBytes {
  readonly what: string;
  readonly files: number;
  /** Minified. */
  readonly bytes: number;
  /** gzip -9, each file by itself as it is sent. */
  readonly gzipped: number;
}

/** Names of the others: the versions that the design of sign-in compared. */
const OTHERS = ["keycloak-js@26.2.4", "oidc-client-ts@3.5.0"] as const;

const ADDRESSES = `const redirect_uri = location.origin + "/auth/callback";`;

/** Sign-in, return, refresh, sign-out and who it is: what an app uses of each. */
const USES: Readonly<Record<string, string>> = {
  "oauth4webapi, the protocol alone": `import * as oauth from "oauth4webapi";
    globalThis.auth = [oauth.discoveryRequest, oauth.processDiscoveryResponse, oauth.validateAuthResponse,
      oauth.authorizationCodeGrantRequest, oauth.processAuthorizationCodeResponse, oauth.refreshTokenGrantRequest,
      oauth.processRefreshTokenResponse, oauth.validateApplicationLevelSignature, oauth.userInfoRequest,
      oauth.processUserInfoResponse, oauth.revocationRequest, oauth.DPoP, oauth.generateKeyPair];`,
  "keycloak-js 26.2.4": `import Keycloak from "keycloak-js";
    ${ADDRESSES}
    const keycloak = new Keycloak({ url: "https://id.example", realm: "couriers", clientId: "waybill-web" });
    globalThis.auth = { start: () => keycloak.init({ pkceMethod: "S256", onLoad: "check-sso" }),
      login: () => keycloak.login({ redirectUri: redirect_uri }), logout: () => keycloak.logout(),
      token: () => keycloak.updateToken(30), me: () => keycloak.loadUserProfile() };`,
  "oidc-client-ts 3.5.0": `import { DPoPState, IndexedDbDPoPStore, UserManager } from "oidc-client-ts";
    ${ADDRESSES}
    const users = new UserManager({ authority: "https://id.example", client_id: "waybill-web", redirect_uri,
      loadUserInfo: true, monitorSession: true, dpop: { bind_authorization_code: true, store: new IndexedDbDPoPStore() } });
    globalThis.auth = { start: () => users.getUser(), login: () => users.signinRedirect(), DPoPState,
      finish: () => users.signinCallback(), logout: () => users.signoutRedirect(), token: () => users.signinSilent() };`,
};

/** Bytes of our sign-in beside the libraries that others use, built alike by Vite from a usage of some ten lines. */
export async function benchSignInBytes(): Promise<SignInBytes[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bytes-"));
  writeFileSync(path.join(folder, "package.json"), '{"private":true,"type":"module"}');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["install", "--no-audit", "--no-fund", "--silent", ...OTHERS], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  cpSync(path.resolve("node_modules/oauth4webapi"), path.join(folder, "node_modules/oauth4webapi"), {
    recursive: true,
  });
  try {
    const rows = [await ours("our sign-in, all of it"), await ours("our sign-in, what guests load", guests)];
    for (const [what, usage] of Object.entries(USES)) {
      const entry = path.join(folder, "use.js");
      writeFileSync(entry, usage);
      rows.push(weigh(what, await built(entry)));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
}

/** Only what the first view needs: the entry and what it imports at once. */
function guests(chunks: readonly Chunk[]): Chunk[] {
  const wanted = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of wanted)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) wanted.add(next);
  return chunks.filter(({ fileName }) => wanted.has(fileName));
}

/** The driver with the protocol; what the app holds anyway (React, words, calls, schemas) stays outside. */
async function ours(what: string, choose = (chunks: readonly Chunk[]) => [...chunks]): Promise<SignInBytes> {
  const session = path.resolve("src/web/session");
  const kernel = path.resolve("src/kernel");
  const entry = path.join(session, "bench-entry.ts");
  const usage = `import { makeLazyDriver } from "./lazy-driver.ts";
    globalThis.auth = makeLazyDriver(() => import("./driver/oidc-driver.ts").then((driver) => driver.makeOidcDriver()));`;
  const isOurs = (id: string) =>
    id === entry || id.startsWith(session) || id.startsWith(kernel) || id.includes("/oauth4webapi/");
  const chunks = await built(entry, { usage, isOurs });
  return weigh(what, choose(chunks));
}

/** A usage that stands in no file, and whose modules count. */
interface Own {
  readonly usage: string;
  readonly isOurs: (id: string) => boolean;
}

async function built(entry: string, own?: Own): Promise<Chunk[]> {
  const bounds: Plugin = {
    name: "bounds",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!own || source === entry) return own ? source : null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found ? own.isOurs(found.id) : !source.startsWith("virtual:")) return found;
      return { id: found?.id ?? source, external: true };
    },
    load: (id) => (own && id === entry ? own.usage : null),
  };
  const { NODE_ENV } = process.env;
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [bounds],
    build: {
      write: false,
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry },
    },
  });
  // A build leaves "production" behind, with which no demo starts.
  if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = NODE_ENV;
  const output = Array.isArray(result)
    ? result.flatMap((one) => one.output)
    : "output" in result
      ? result.output
      : [];
  return output.filter((one) => one.type === "chunk");
}

function weigh(what: string, chunks: readonly Chunk[]): SignInBytes {
  return {
    what,
    files: chunks.length,
    bytes: chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    gzipped: chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
  };
}
