import type { Settings } from "#main/config/settings.ts";
import { type Answer, ask } from "./ask.ts";
import { type Result, bad, good } from "./finding.ts";
import type { Provider } from "./provider-metadata.ts";

interface Call {
  readonly name: string;
  readonly url: string;
  /** The call itself; absent where it would need a token. */
  readonly init?: RequestInit;
  /** Preflight request of the browser; absent where it needs none. */
  readonly before?: { readonly method: string; readonly headers: readonly string[] };
}

/** Whether pages of ours may read what the provider answers. Asks as a browser would, with nothing secret. */
export async function checkCors(provider: Provider, settings: Settings, origin: string): Promise<Result> {
  const calls = callsOf(provider, settings);
  const faults: string[] = [];
  for (const call of calls) {
    const fault = await faultOf(call, origin);
    if (fault !== undefined) faults.push(`${call.name}: ${fault}`);
  }
  return faults.length === 0
    ? good(`${origin} may read ${calls.map(({ name }) => name).join(", ")}`)
    : bad(
        `${origin} may not read ${faults.join("; ")}`,
        `Add ${origin} to the web origins (CORS) of the client ${settings.oidcClientId} at the provider.`,
      );
}

function callsOf({ metadata, url }: Provider, settings: Settings): Call[] {
  const bound =
    settings.oidcDpop !== "off" &&
    (settings.oidcDpop === "required" ||
      metadata.dpop_signing_alg_values_supported?.includes("ES256") === true);
  const proof = bound ? ["dpop"] : [];
  // An invalid code: the answer is a refusal, and only its headers matter.
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: settings.oidcClientId,
    code: "waybill-doctor",
    code_verifier: "waybill-doctor-looks-whether-browsers-may-read-this",
    redirect_uri: `${new URL(settings.publicUrl).origin}/auth/callback`,
  });
  return [
    { name: "the description", url, init: {} },
    { name: "the keys", url: metadata.jwks_uri, init: {} },
    {
      name: "the token endpoint",
      url: metadata.token_endpoint,
      init: { method: "POST", body },
      ...(bound && { before: { method: "POST", headers: proof } }),
    },
    ...(metadata.userinfo_endpoint === undefined
      ? []
      : [
          {
            name: "userinfo",
            url: metadata.userinfo_endpoint,
            before: { method: "GET", headers: ["authorization", ...proof] },
          },
        ]),
  ];
}

async function faultOf({ url, init, before }: Call, origin: string): Promise<string | undefined> {
  if (before) {
    const leave = await ask(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": before.method,
        "access-control-request-headers": before.headers.join(","),
      },
    });
    const fault = originFault(leave, origin) ?? leaveFault(leave, before.headers);
    if (fault !== undefined) return `${fault} (preflight)`;
  }
  return init ? originFault(await ask(url, { ...init, headers: { origin } }), origin) : undefined;
}

function originFault(answer: Answer, origin: string): string | undefined {
  if (!answer.came) return answer.why;
  if (answer.status >= 300 && answer.status < 400) return "it redirects";
  const allowed = answer.headers.get("access-control-allow-origin");
  if (allowed === "*" || allowed === origin) return undefined;
  return allowed === null ? `it answers ${answer.status} and allows no origin` : `it allows ${allowed} alone`;
}

/** `*` does not stand for `Authorization` (Fetch standard). */
function leaveFault(answer: Answer, wanted: readonly string[]): string | undefined {
  if (!answer.came) return answer.why;
  if (answer.status < 200 || answer.status > 299) return `it answers ${answer.status}`;
  const allowed = (answer.headers.get("access-control-allow-headers") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const missing = wanted.filter(
    (name) => !allowed.includes(name) && (name === "authorization" || !allowed.includes("*")),
  );
  return missing.length === 0 ? undefined : `it does not allow the header ${missing.join(" and ")}`;
}
