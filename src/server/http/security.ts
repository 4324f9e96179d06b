/** Where a card provider's script, frames and calls live. */
export interface CardOrigins {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
}

/** Origins that the page may talk to besides its own. */
export interface Origins {
  /** The identity provider: called, and held in the frame that looks after the session. */
  readonly issuer: string | undefined;
  /** Further origins of the provider's endpoints, called only. */
  readonly provider?: readonly string[];
  /** The card provider, where cards are taken by somebody else's form. */
  readonly cards?: CardOrigins | undefined;
}

const OWN_FORM: CardOrigins = { script: [], frame: [], connect: [] };

/**
 * The headers of every answer. No inline script or style, no foreign host, one Trusted Types policy.
 *
 * @see docs/decisions/0010-one-trusted-types-policy.md for why `default` is the policy's name
 */
export function securityHeaders({
  issuer,
  provider = [],
  cards = OWN_FORM,
}: Origins): Record<string, string> {
  const self = "'self'";
  const known = issuer === undefined ? [] : [issuer];
  const called = new Set([self, ...known, ...provider, ...cards.connect]);
  const framed = [...known, ...cards.frame];
  // Policies of permissions name no wildcards.
  const payers = cards.frame.filter((origin) => !origin.includes("*")).map((origin) => `"${origin}"`);
  const csp = {
    "default-src": "'none'",
    "script-src": [self, ...cards.script].join(" "),
    "style-src": self,
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
  return {
    "content-security-policy": Object.entries(csp)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // A card's bank may open a window of its own, which tells the form when it is done.
    "cross-origin-opener-policy": cards.frame.length > 0 ? "same-origin-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": `camera=(self), geolocation=(self), microphone=(), payment=(${["self", ...payers].join(" ")}), usb=()`,
    "x-frame-options": "DENY",
  };
}
