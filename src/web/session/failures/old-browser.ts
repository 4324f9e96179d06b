/**
 * Browser features that the session needs; each is older than 2022 in every browser that is still kept up to date.
 */
const NEEDED = {
  locks: () => "locks" in navigator,
  channels: () => "BroadcastChannel" in globalThis,
  database: () => "indexedDB" in globalThis,
  cryptography: () => "crypto" in globalThis && "subtle" in crypto,
} as const satisfies Readonly<Record<string, () => boolean>>;

/**
 * Features missing in this browser; empty for every current one. Ask only in a secure context: elsewhere all
 * browsers hide locks and cryptography, and another sentence is due.
 */
export const missingInBrowser = (): readonly (keyof typeof NEEDED)[] =>
  Object.entries(NEEDED)
    .filter(([, has]) => !has())
    // Safe: the names are this very table's.
    .map(([name]) => name as keyof typeof NEEDED);
