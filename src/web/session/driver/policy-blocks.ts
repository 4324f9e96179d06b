/** Origins that our own content policy kept this page from calling. */
const blocked = new Set<string>();

const CALLS: ReadonlySet<string> = new Set(["connect-src", "default-src"]);

/**
 * Listens as long as the page lives: the browser reports a blocked call in an event, and the call itself says
 * nothing.
 */
export function watchPolicyBlocks(): void {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition === "report" || !CALLS.has(effectiveDirective) || !URL.canParse(blockedURI)) return;
    blocked.add(new URL(blockedURI).origin);
  });
}

/** Which of these addresses lie where our content policy let no call go. */
export function blockedAmong(addresses: readonly unknown[]): readonly string[] {
  const origins = addresses.flatMap((address) =>
    typeof address === "string" && URL.canParse(address) ? new URL(address).origin : [],
  );
  return [...new Set(origins)].filter((origin) => blocked.has(origin));
}
