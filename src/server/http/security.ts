/** Origins that the page may talk to besides its own. */
export interface Origins {
  /** The identity provider: called, and held in the frame that looks after the session. */
  readonly issuer: string | undefined;
  /** Further origins of the provider's endpoints, called only. */
  readonly provider?: readonly string[];
}

/**
 * The headers of every answer. No inline script or style, no foreign host, one Trusted Types policy.
 *
 * @see docs/decisions/0010-one-trusted-types-policy.md for why `default` is the policy's name
 */
export function securityHeaders({ issuer, provider = [] }: Origins): Record<string, string> {
  const self = "'self'";
  const called = new Set([self, ...(issuer === undefined ? [] : [issuer]), ...provider]);
  const csp = {
    "default-src": "'none'",
    "script-src": self,
    "style-src": self,
    "img-src": `${self} data: blob:`,
    "font-src": self,
    "connect-src": [...called].join(" "),
    "frame-src": issuer ?? "'none'",
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
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(self), usb=()",
    "x-frame-options": "DENY",
  };
}
