import type { FieldFault } from "#contract/problem.ts";
import { BODY_DEPTH_LIMIT } from "./limits.ts";

/** NUL and halves of a character: no keyboard types them and no database keeps them. */
const UNSOUND = /[\0\p{Surrogate}]/u;

/** The first thing wrong with an input that no schema of ours would find: too deep, or text that is no text. */
export function unsound(value: unknown, path: readonly string[] = []): FieldFault | undefined {
  if (typeof value === "string")
    return UNSOUND.test(value) ? { path: path.join("."), code: "not-allowed" } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length >= BODY_DEPTH_LIMIT) return { path: "", code: "too-deep" };
  for (const [name, inner] of Object.entries(value)) {
    const fault = unsound(inner, [...path, name]);
    if (fault) return fault;
  }
  return undefined;
}
