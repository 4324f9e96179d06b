/** Origins of a card provider's script, frames and calls. */
export interface CardOrigins {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
}

/** Origins that the page may talk to besides its own. */
export interface Origins {
  /** People come by https: browsers then never try http again. */
  readonly isSecure?: boolean;
  /** The identity provider: called, and held in the frame that looks after the session. */
  readonly issuer: string | undefined;
  /** Further origins of the provider's endpoints, called only. */
  readonly provider?: readonly string[];
  /** Hashes of style sheets that stand in the page itself. */
  readonly styles?: readonly string[];
  /** The card provider, where cards are taken by somebody else's form. */
  readonly cards?: CardOrigins | undefined;
}

const OWN_FORM: CardOrigins = { script: [], frame: [], connect: [] };

/** A year. Subdomains are left out: they may be somebody else's. */
const ONLY_SECURE = "max-age=31536000";

/**
 * The headers of every answer but the payment page's. No inline script or style, no foreign host, one Trusted Types
 * policy.
 *
 * @see docs/decisions/0010-one-trusted-types-policy.md for why `default` is the policy's name
 */
export const securityHeaders = (origins: Omit<Origins, "cards">): Record<string, string> => ({
  "content-security-policy": policyOf(origins, OWN_FORM),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": permissions("()"),
  "x-frame-options": "DENY",
  ...(origins.isSecure === true && { "strict-transport-security": ONLY_SECURE }),
});

/**
 * The headers of the one page where cards are taken: the only one that lets the card provider's script, frames and
 * calls in. A card's bank may open a window of its own, which tells the form when it is done; the provider learns which
 * site sends the payer, and nothing of the address. No embedder policy: the provider's frames send none.
 */
export function paymentHeaders({ cards = OWN_FORM, ...origins }: Origins): Record<string, string> {
  // Policies of permissions name no wildcards, and `self` stands there already.
  const payers = cards.frame
    .filter((origin) => !origin.includes("*") && origin !== "'self'")
    .map((origin) => `"${origin}"`);
  return {
    ...securityHeaders(origins),
    "content-security-policy": policyOf(origins, cards),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": permissions(`(${["self", ...payers].join(" ")})`),
  };
}

const permissions = (payment: string): string =>
  `camera=(self), geolocation=(self), microphone=(), payment=${payment}, usb=()`;

function policyOf(
  { issuer, provider = [], styles = [] }: Omit<Origins, "cards">,
  cards: CardOrigins,
): string {
  const self = "'self'";
  const known = issuer === undefined ? [] : [issuer];
  const called = new Set([self, ...known, ...provider, ...cards.connect]);
  const framed = [...known, ...cards.frame];
  const csp = {
    "default-src": "'none'",
    "script-src": [self, ...cards.script].join(" "),
    // A provider's script may bring a style sheet of its own; inline styles stay out, but for sheets of our build.
    "style-src": [self, ...cards.script, ...styles.map((hash) => `'${hash}'`)].join(" "),
    "img-src": `${self} data: blob:`,
    "font-src": self,
    "connect-src": [...called].join(" "),
    "frame-src": framed.length > 0 ? framed.join(" ") : "'none'",
    "worker-src": self,
    "manifest-src": self,
    "form-action": self,
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default",
  };
  return Object.entries(csp)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
