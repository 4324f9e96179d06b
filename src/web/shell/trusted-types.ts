/** Exact script addresses that code may load: our own workers and scripts. */
const allowed = new Set<string>();
/** Hosts whose every script may be loaded, with their subdomains: the card provider's, on the payment document only. */
const allowedHosts = new Set<string>();
/** Folders of our own origin whose every script may be loaded: the sandbox bank's, on the payment document only. */
const allowedFolders = new Set<string>();

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
 * Registers the host of a provider's script, since that script loads further ones from there and from its subdomains.
 * A script of our own origin is registered with its folder, below the root. The content policy names the same hosts
 * (`script-src`).
 */
export function allowScriptsBeside(url: string): string {
  const { origin, protocol, host, href, pathname } = new URL(url, location.href);
  if (origin === location.origin) {
    if (pathname.lastIndexOf("/") > 0) allowedFolders.add(new URL(".", href).href);
    return allowScript(url);
  }
  allowedHosts.add(`${protocol}//${host}`);
  return url;
}

function isAllowed(url: string): boolean {
  const { href, protocol, host } = new URL(url, location.href);
  if (allowed.has(href) || [...allowedFolders].some((folder) => href.startsWith(folder))) return true;
  const names = host.split(".");
  return names.some((_, n) => allowedHosts.has(`${protocol}//${names.slice(n).join(".")}`));
}

/**
 * The page's only Trusted Types policy. It is named `default`, so that libraries which know nothing of Trusted Types
 * are checked as well: an address that was not registered is refused, and text never becomes HTML or script.
 */
export function installTrustedTypes(): void {
  const factory: PolicyFactory | undefined = Reflect.get(globalThis, "trustedTypes");
  factory?.createPolicy("default", {
    createScriptURL(url) {
      if (isAllowed(url)) return url;
      throw new TypeError(`script address not allowed: ${url}`);
    },
  });
}
