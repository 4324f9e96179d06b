import type { FieldFault } from "#contract/problem.ts";
import { BODY_DEPTH_LIMIT } from "./limits.ts";

/** NUL and halves of a character: no keyboard types them and no database keeps them. */
const UNSOUND = /[\0\p{Surrogate}]/u;

/** The first thing wrong with an input that no schema of ours would find: too deep, or text that is no text. */
export const unsound = (value: unknown): FieldFault | undefined => faultIn(value, 0);

function faultIn(value: unknown, depth: number): FieldFault | undefined {
  if (typeof value === "string") return UNSOUND.test(value) ? { path: "", code: "not-allowed" } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= BODY_DEPTH_LIMIT) return { path: "", code: "too-deep" };
  for (const [name, inner] of Object.entries(value)) {
    const fault = faultIn(inner, depth + 1);
    if (fault?.code === "too-deep") return fault;
    if (fault) return { ...fault, path: fault.path ? `${name}.${fault.path}` : name };
  }
  return undefined;
}
