import type { LoginOptions } from "./port.ts";
import { safeReturn } from "./safe-return.ts";

/**
 * A sign-in that somebody else's page begins (OpenID Connect Core 4): `/auth/start?iss=&login_hint=&target_link_uri=`.
 *
 * @returns nothing unless `iss` is exactly our provider
 */
export function wishOf(url: URL, issuer: string): LoginOptions | undefined {
  if (url.searchParams.get("iss") !== issuer) return undefined;
  const hint = url.searchParams.get("login_hint");
  return {
    returnTo: safeReturn(url.searchParams.get("target_link_uri") ?? "/", location.origin),
    ...(hint !== null && hint !== "" && { hint }),
  };
}
