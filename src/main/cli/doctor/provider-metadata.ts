import * as z from "zod/mini";
import type { Settings } from "#main/config/settings.ts";
import { type Answer, ask } from "./ask.ts";
import { type Result, bad, good } from "./finding.ts";

const address = z.url({ protocol: /^https?$/ });
const names = z.optional(z.array(z.string()));

/** The parts of a provider's description that we read (OpenID Connect Discovery, RFC 8414). */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: z.optional(address),
  revocation_endpoint: z.optional(address),
  end_session_endpoint: z.optional(address),
  check_session_iframe: z.optional(address),
  scopes_supported: names,
  claims_supported: names,
  response_types_supported: names,
  grant_types_supported: names,
  code_challenge_methods_supported: names,
  dpop_signing_alg_values_supported: names,
  id_token_signing_alg_values_supported: names,
  backchannel_logout_supported: z.optional(z.boolean()),
  backchannel_logout_session_supported: z.optional(z.boolean()),
});
export type Metadata = z.infer<typeof Metadata>;

export interface Provider {
  readonly metadata: Metadata;
  /** The description's own address. */
  readonly url: string;
  readonly headers: Headers;
  /** By our clock, when it answered. */
  readonly answeredAt: number;
}

/** Reads the issuer's description. Without a provider, nothing else can be checked. */
export async function discover(
  { oidcIssuer }: Settings,
  origin: string,
): Promise<{ readonly result: Result; readonly provider?: Provider }> {
  const url = `${oidcIssuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await ask(url, { headers: { accept: "application/json", origin } });
  if (!answer.came) return { result: bad(`${url} does not answer: ${answer.why}`, answer.cure) };
  const said = describedBy(answer);
  if (said === undefined)
    return {
      result: bad(
        `${url} answers ${answer.status} ${answer.headers.get("content-type") ?? "without a type"}, which describes no provider`,
        "Correct --oidc-issuer: its address with /.well-known/openid-configuration behind it must open the description.",
      ),
    };
  if (said["issuer"] !== oidcIssuer)
    return {
      result: bad(
        `it calls itself ${String(said["issuer"])}, --oidc-issuer says ${oidcIssuer}`,
        "Make them equal to the letter, the slash at the end included.",
      ),
    };
  const metadata = Metadata.safeParse(said);
  if (!metadata.success)
    return {
      result: bad(
        `its description lacks ${[...new Set(metadata.error.issues.map(({ path }) => String(path[0])))].join(", ")} or has it in another shape`,
        "Correct the provider's public address in its own settings.",
      ),
    };
  return {
    result: good(`${url} answers, and names the issuer to the letter`),
    provider: { metadata: metadata.data, url, headers: answer.headers, answeredAt: Date.now() },
  };
}

function describedBy(answer: Extract<Answer, { came: true }>): Record<string, unknown> | undefined {
  if (answer.status !== 200) return undefined;
  try {
    const said: unknown = JSON.parse(answer.text);
    return typeof said === "object" && said !== null && !Array.isArray(said) ? { ...said } : undefined;
  } catch {
    return undefined;
  }
}
