import { systemCode } from "#server/setup-problem.ts";

/** Answer of an address; without one the reason, in words. */
export type Answer =
  | { readonly came: true; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly came: false; readonly why: string; readonly cure: string };

const PATIENCE_MS = 5000;
/** Descriptions, key sets and sign-in pages are smaller. */
const LIMIT = 1_000_000;

/** Asks as a browser would: follows no redirect, waits 5 s, reads at most 1 MB. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
    });
    const text = (await response.text()).slice(0, LIMIT);
    return { came: true, status: response.status, headers: response.headers, text };
  } catch (error) {
    const [why, cure] = reasonOf(error);
    return { came: false, why, cure };
  }
}

type Reason = readonly [why: string, cure: string];

const REASONS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: ["nothing listens there", "Start the provider, or correct host and port in --oidc-issuer."],
  ENOTFOUND: ["the host name is not known", "Correct the host in --oidc-issuer, or this machine's DNS."],
  EAI_AGAIN: ["the host name cannot be looked up", "Check this machine's network and DNS."],
  CERT_HAS_EXPIRED: ["its certificate has expired", "Renew the provider's certificate."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "its certificate is for another name",
    "Give the provider a certificate for this host name, or correct --oidc-issuer.",
  ],
};
const UNTRUSTED: Reason = [
  "this machine does not trust its certificate",
  "Let the provider send its whole chain, or name its authority in NODE_EXTRA_CA_CERTS.",
];
const LATE: Reason = [
  `it does not answer within ${PATIENCE_MS / 1000} s`,
  "Check the network and firewall between this machine and the provider.",
];
/** Ports of other protocols (Fetch standard). */
const BLOCKED: Reason = [
  "browsers call no such port",
  "Move the provider to another port and correct --oidc-issuer.",
];
const BROKEN: Reason = [
  "the connection broke",
  "Look into the log of the provider and of the proxies before it.",
];

function reasonOf(error: unknown): Reason {
  if (error instanceof DOMException) return LATE;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message === "bad port") return BLOCKED;
  const code = systemCode(cause);
  if (/TIMEOUT|TIMEDOUT/.test(code)) return LATE;
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code) && !Object.hasOwn(REASONS, code)) return UNTRUSTED;
  return REASONS[code] ?? BROKEN;
}
