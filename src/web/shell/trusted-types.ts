/** Script addresses that code may load: our own workers, later the card provider's script. Nothing else, ever. */
const allowed = new Set<string>();

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Registers one exact script address, e.g. a worker's; call it before it is used. */
export function allowScript(url: string): string {
  const full = new URL(url, location.href).href;
  allowed.add(full);
  return url;
}

/**
 * The page's only Trusted Types policy. It is named `default`, so that libraries which know nothing of Trusted Types
 * are checked as well: an address that was not registered is refused, and text never becomes HTML or script.
 */
export function installTrustedTypes(): void {
  const factory: PolicyFactory | undefined = Reflect.get(globalThis, "trustedTypes");
  factory?.createPolicy("default", {
    createScriptURL(url) {
      if (allowed.has(new URL(url, location.href).href)) return url;
      throw new TypeError(`script address not allowed: ${url}`);
    },
  });
}
