import { E164 } from "#kernel/phone.ts";
import type { FieldFault } from "./problem.ts";

/** The part of a zod issue that we read; kept structural so that the rules need no parser. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message?: string | undefined;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
  readonly pattern?: string;
  readonly keys?: readonly string[];
}

/** A fault of one input with the limits that its sentence names. */
export interface DetailedFault extends FieldFault {
  readonly facts: Readonly<Record<string, number>>;
}

const PHONE_PATTERN = String(E164);
/** `not-a-weight` of the hall's words, or `places.ends-before-start` of a room's refusals. */
const OUR_WORD = /^(?:[a-z]+\.)?[a-z]+(-[a-z]+)+$/;

/** Faults of a zod parse, as paths joined by dots and words of the `forms` catalogue, one per path. */
export function faultsOf(issues: readonly Issue[], input: unknown): DetailedFault[] {
  const found = new Map<string, DetailedFault>();
  for (const issue of issues) {
    const paths =
      issue.code === "unrecognized_keys"
        ? (issue.keys ?? []).map((key) => [...issue.path, key])
        : [issue.path];
    for (const at of paths) {
      const path = at.map(String).join(".");
      if (!found.has(path)) found.set(path, { path, ...wordOf(issue, valueAt(input, at)) });
    }
  }
  return [...found.values()];
}

function wordOf(issue: Issue, value: unknown): Pick<DetailedFault, "code" | "facts"> {
  const facts = {
    ...(issue.minimum !== undefined && { min: Number(issue.minimum) }),
    ...(issue.maximum !== undefined && { max: Number(issue.maximum) }),
  };
  if (issue.code === "unrecognized_keys") return { code: "unknown-field", facts };
  if (isBlank(value)) return { code: "required", facts };
  if (issue.message !== undefined && OUR_WORD.test(issue.message)) return { code: issue.message, facts };
  return { code: plainWord(issue), facts };
}

const SIZES: Readonly<Record<string, readonly [string, string]>> = {
  string: ["too-short", "too-long"],
  array: ["too-few", "too-many"],
};

function plainWord(issue: Issue): string {
  const [less, more] = SIZES[issue.origin ?? ""] ?? ["too-small", "too-large"];
  switch (issue.code ?? "") {
    case "too_small":
      return less;
    case "too_big":
      return more;
    case "invalid_type":
      return "wrong-kind";
    case "invalid_format":
      if (issue.format === "email") return "not-an-email";
      return issue.pattern === PHONE_PATTERN ? "not-a-phone" : "wrong-format";
    default:
      return "not-allowed";
  }
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** The value at a path, or undefined where the path leaves the data. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
