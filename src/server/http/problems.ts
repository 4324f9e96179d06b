import { COMMON_PROBLEMS } from "#contract/problem.ts";
import type { FieldFault, Problem, RefusalTable } from "#contract/problem.ts";
import { Refusal } from "#kernel/refusal.ts";
import { codeOf } from "../db/db.ts";
import { isOutOfReach } from "../db/out-of-reach.ts";

/** An input that its schema refuses: which fields, and why. */
export class BadInput extends Error {
  readonly fields: readonly FieldFault[];
  constructor(fields: readonly FieldFault[]) {
    super("http.bad-input");
    this.fields = fields;
  }
}

const STATUS_OF = new Map<number, string>([
  [413, "http.too-large"],
  [415, "http.unsupported-media"],
  [404, "http.not-found"],
  [429, "http.too-many"],
  [400, "http.bad-input"],
  [503, "http.busy"],
]);

const DATABASE_DISK_FULL = "53100";

/** Turns whatever was thrown into one problem. Only a bug becomes `http.internal`, and says nothing of its inside. */
export function problemOf(thrown: unknown, requestId: string, refusals: RefusalTable): Problem {
  const build = (code: string, extra: Partial<Problem> = {}): Problem => {
    const [status, title, way] = refusals[code as `${string}.${string}`] ??
      COMMON_PROBLEMS[code as keyof typeof COMMON_PROBLEMS] ?? [422, code, "report"];
    return { type: `urn:waybill:problem:${code}`, title, status, code, instance: requestId, way, ...extra };
  };
  if (thrown instanceof BadInput) return build("http.bad-input", { fields: [...thrown.fields] });
  if (thrown instanceof Refusal) {
    const { field, ...facts } = thrown.facts;
    return build(thrown.code, {
      facts,
      ...(typeof field === "string" && { fields: fieldFaults(field, thrown.code) }),
    });
  }
  if (codeOf(thrown) === DATABASE_DISK_FULL) return build("http.disk-full");
  if (isOutOfReach(thrown)) return build("http.busy");
  const status =
    typeof thrown === "object" && thrown !== null && "statusCode" in thrown ? Number(thrown.statusCode) : 500;
  return build(STATUS_OF.get(status) ?? "http.internal");
}

/** A refusal may name several inputs, joined by commas; `path=code` gives one a code of its own. */
const fieldFaults = (field: string, code: string): FieldFault[] =>
  field.split(",").map((part) => {
    const [path = "", own] = part.split("=");
    return { path, code: own ?? code };
  });
