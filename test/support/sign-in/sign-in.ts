import { createHash, randomBytes } from "node:crypto";

const MOST_STEPS = 15;

/**
 * Signs a demo person in as the browser does: discovery, code flow with PKCE, redirects and cookies, by hand.
 *
 * @returns an access token for our API
 */
export async function signIn(productUrl: string, hint: string): Promise<string> {
  const config = await readJson(`${productUrl}/config.json`);
  const metadata = await readJson(`${text(config, "issuer")}/.well-known/openid-configuration`);
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = `${productUrl}/auth/callback`;
  const resource = config["resource"];
  const start = new URL(text(metadata, "authorization_endpoint"));
  start.search = new URLSearchParams({
    client_id: text(config, "clientId"),
    response_type: "code",
    redirect_uri: redirectUri,
    scope: text(config, "scope"),
    state: "s",
    nonce: "n",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    login_hint: hint,
    prompt: "login",
    ...(typeof resource === "string" && { resource }),
  }).toString();
  const code = await followToCode(start, redirectUri);
  const answer = await fetch(text(metadata, "token_endpoint"), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      client_id: text(config, "clientId"),
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(typeof resource === "string" && { resource }),
    }),
  });
  const tokens: Record<string, unknown> = JSON.parse(await answer.text());
  return text(tokens, "access_token");
}

/** Well below the five minutes that a token of the embedded provider is good for. */
const TOKEN_KEPT_MS = 120_000;

/** Somebody's token for as long as a file of tests lasts: they sign in anew before it runs out. */
export function tokenOf(productUrl: string, hint: string): () => Promise<string> {
  let kept: { readonly token: Promise<string>; readonly since: number } | undefined;
  return () => {
    if (kept === undefined || performance.now() - kept.since > TOKEN_KEPT_MS) {
      kept = { token: signIn(productUrl, hint), since: performance.now() };
      kept.token.catch(() => (kept = undefined));
    }
    return kept.token;
  };
}

/** Follows redirects with a cookie jar of its own until the provider sends us back with a code. */
async function followToCode(start: URL, redirectUri: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      jar.set(name, value.join("="));
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider stopped at ${at.pathname} with ${response.status}`);
    at = new URL(location, at);
    if (at.href.startsWith(redirectUri)) return at.searchParams.get("code") ?? "";
  }
  throw new Error("the provider redirects for ever");
}

async function readJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url);
  return JSON.parse(await response.text());
}

function text(from: Record<string, unknown>, name: string): string {
  const value = from[name];
  if (typeof value !== "string") throw new Error(`${name} is missing`);
  return value;
}
