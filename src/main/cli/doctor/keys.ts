import { ALGORITHMS } from "#server/identity/token-rules.ts";
import { ask } from "./ask.ts";
import { type Result, bad, good } from "./finding.ts";
import type { Provider } from "./provider-metadata.ts";

interface Key {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly alg?: unknown;
  readonly use?: unknown;
}

/** At least one key with which access tokens can be checked, and ID tokens signed by such a key. */
export async function checkKeys({ metadata }: Provider): Promise<Result> {
  const url = metadata.jwks_uri;
  const answer = await ask(url, { headers: { accept: "application/json" } });
  if (!answer.came) return bad(`${url} does not answer: ${answer.why}`, answer.cure);
  const keys = answer.status === 200 ? keysIn(answer.text) : undefined;
  if (keys === undefined)
    return bad(
      `${url} answers ${answer.status} without a key set`,
      "Correct the provider: its jwks_uri must open its public keys.",
    );
  const usable = new Set(keys.filter(({ use }) => use !== "enc").flatMap(algorithmsOf));
  if (usable.size === 0)
    return bad(
      `none of its ${keys.length} keys can check a token`,
      `Let the provider sign with one of ${ALGORITHMS.join(", ")}.`,
    );
  const listed = metadata.id_token_signing_alg_values_supported;
  if (listed && !listed.some((algorithm) => ALGORITHMS.includes(algorithm)))
    return bad(
      `ID tokens are signed by ${listed.join(", ")} alone`,
      `Let the provider sign them with one of ${ALGORITHMS.join(", ")}.`,
    );
  return good(
    `${keys.length === 1 ? "one key" : `${keys.length} keys`}, usable with ${[...usable].join(", ")}`,
  );
}

function keysIn(text: string): readonly Key[] | undefined {
  try {
    const said: unknown = JSON.parse(text);
    const keys: unknown = typeof said === "object" && said !== null ? Reflect.get(said, "keys") : undefined;
    return Array.isArray(keys)
      ? keys.filter((key): key is Key => typeof key === "object" && key !== null)
      : undefined;
  } catch {
    return undefined;
  }
}

const BY_KIND: Readonly<Record<string, readonly string[]>> = {
  RSA: ["RS256", "PS256"],
  "EC P-256": ["ES256"],
  "OKP Ed25519": ["Ed25519", "EdDSA"],
};

/** Algorithms that a key can verify: the one that it names, else those of its kind. */
function algorithmsOf({ kty, crv, alg }: Key): readonly string[] {
  const byKind = BY_KIND[[kty, crv].filter((part) => typeof part === "string").join(" ")] ?? [];
  return typeof alg === "string" ? byKind.filter((one) => one === alg) : byKind;
}
