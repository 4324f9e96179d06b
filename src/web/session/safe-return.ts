/** Only a path of our own origin; anything else leads to the start page. */
export function safeReturn(wish: string, origin: string): string {
  try {
    const url = new URL(wish, origin);
    if (url.origin !== origin || url.pathname.startsWith("/auth/")) return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
