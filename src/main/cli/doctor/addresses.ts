import { createHash, randomBytes } from "node:crypto";
import type { Settings } from "#main/config/settings.ts";
import { type Answer, ask } from "./ask.ts";
import { type Result, bad, careful, good } from "./finding.ts";
import type { Provider } from "./provider-metadata.ts";

/** Errors with which a provider answers `prompt=none` without a sign-in: it knows the client and its address. */
const NOBODY = ["login_required", "interaction_required", "consent_required", "account_selection_required"];
/** Which setting an error of RFC 6749, RFC 8707 or OpenID Connect is about. */
const CURES: Readonly<Record<string, string>> = {
  invalid_scope: "Correct --oidc-scope, or add the scopes to the client at the provider.",
  invalid_target: "Correct --oidc-resource: the provider knows no such API.",
  unauthorized_client: "Allow the code flow (standard flow) for the client at the provider.",
  unsupported_response_type: "Allow the code flow (standard flow) for the client at the provider.",
};
const MOST_REDIRECTS = 5;

/** Asks for a sign-in without anybody there, and reads whether the answer comes back to our address. */
export async function checkRedirect({ metadata }: Provider, settings: Settings): Promise<Result> {
  const back = `${new URL(settings.publicUrl).origin}/auth/callback`;
  const url = signInUrl(metadata.authorization_endpoint, settings, back);
  const end = await follow(url, back);
  const { oidcClientId: client } = settings;
  if (end.kind === "silent") return bad(`the sign-in page does not answer: ${end.why}`, end.cure);
  if (end.kind === "page")
    return end.status < 400
      ? careful(
          "the provider shows a page instead of answering, so whether it accepts our address is not known",
          `Sign in once; if it refuses, register ${back} for the client ${client}.`,
        )
      : bad(
          `the provider refuses the sign-in request with ${end.status}`,
          `Register the redirect address ${back}, to the letter, for a public client named ${client} (or correct --oidc-client-id and --public-url).`,
        );
  if (end.error === undefined || NOBODY.includes(end.error)) return good(`${back} is accepted for ${client}`);
  return bad(
    `${back} is accepted, the request is not: ${[end.error, end.about].filter(Boolean).join(", ")}`,
    CURES[end.error] ?? "Correct the client at the provider, or --oidc-extra-params.",
  );
}

/** Whether people come back after signing out. */
export async function checkReturn({ metadata }: Provider, settings: Settings): Promise<Result> {
  if (metadata.end_session_endpoint === undefined)
    return careful("the provider has no sign-out to come back from", "Nothing can be done at Waybill.");
  const back = `${new URL(settings.publicUrl).origin}/`;
  const url = new URL(metadata.end_session_endpoint);
  url.searchParams.set("client_id", settings.oidcClientId);
  url.searchParams.set("post_logout_redirect_uri", back);
  const answer = await ask(url.href);
  if (!answer.came) return bad(`${url.origin}${url.pathname} does not answer: ${answer.why}`, answer.cure);
  return answer.status < 400
    ? good(`${back} is accepted after sign-out`)
    : bad(
        `the provider refuses the sign-out request with ${answer.status}`,
        `Register the post-logout redirect address ${back} for the client ${settings.oidcClientId}.`,
      );
}

function signInUrl(endpoint: string, settings: Settings, back: string): URL {
  const url = new URL(endpoint);
  const challenge = createHash("sha256").update(randomBytes(32)).digest("base64url");
  const wishes = {
    ...settings.oidcExtraParams,
    client_id: settings.oidcClientId,
    redirect_uri: back,
    response_type: "code",
    scope: settings.oidcScope,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
    nonce: randomBytes(16).toString("base64url"),
    resource: settings.oidcResource,
    prompt: "none",
  };
  for (const [name, value] of Object.entries(wishes))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

type End =
  | { readonly kind: "back"; readonly error: string | undefined; readonly about: string | undefined }
  | { readonly kind: "page"; readonly status: number }
  | ({ readonly kind: "silent" } & Omit<Extract<Answer, { came: false }>, "came">);

/** Follows redirects until they leave for our address or a page is shown. */
async function follow(start: URL, back: string): Promise<End> {
  const cookies: Jar = new Map();
  let at = start;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const cookie = [...(cookies.get(at.origin) ?? [])].map((pair) => pair.join("=")).join("; ");
    const answer = await ask(at.href, { headers: { accept: "text/html", ...(cookie && { cookie }) } });
    if (!answer.came) return { kind: "silent", why: answer.why, cure: answer.cure };
    const location = answer.headers.get("location");
    if (location === null) return { kind: "page", status: answer.status };
    const next = new URL(location, at);
    if (`${next.origin}${next.pathname}` === back) return arrival(next);
    keep(answer.headers, at.origin, cookies);
    at = next;
  }
  return {
    kind: "silent",
    why: "it redirects without end",
    cure: "Look into the log of the provider and of the proxies before it.",
  };
}

const arrival = (url: URL): End => ({
  kind: "back",
  error: url.searchParams.get("error") ?? undefined,
  about: url.searchParams.get("error_description") ?? undefined,
});

/** Cookies by the origin that set them. */
type Jar = Map<string, Map<string, string>>;

function keep(headers: Headers, origin: string, jar: Jar): void {
  const cookies = jar.get(origin) ?? new Map<string, string>();
  jar.set(origin, cookies);
  for (const line of headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
