import { createHash } from "node:crypto";

/** Hashes of the style sheets within a document, for a content policy. */
export const styleHashes = (document: string): string[] =>
  [...document.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, style = ""]) => `sha256-${createHash("sha256").update(style).digest("base64")}`,
  );
