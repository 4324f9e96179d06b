/** Origins that the page may talk to besides its own. */
export interface Origins {
  readonly issuer: string | undefined;
}

/**
 * The headers of every answer. No inline script or style, no foreign host, one Trusted Types policy.
 *
 * @see docs/decisions for why `default` is the policy's name
 */
export function securityHeaders({ issuer }: Origins): Record<string, string> {
  const self = "'self'";
  const csp = {
    "default-src": "'none'",
    "script-src": self,
    "style-src": self,
    "img-src": `${self} data: blob:`,
    "font-src": self,
    "connect-src": [self, issuer].filter(Boolean).join(" "),
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
