export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.codePointAt(0) ?? 0);

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Header or claims of a token, unverified; nothing for a token that is no JWT. */
function partOf(token: string, at: 0 | 1): unknown {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(parts[at] ?? "")));
  } catch {
    return undefined;
  }
}

export const headerOf = (token: string): unknown => partOf(token, 0);
export const claimsOf = (token: string): unknown => partOf(token, 1);

export const textClaim = (claims: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof claims === "object" && claims !== null ? Reflect.get(claims, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};
