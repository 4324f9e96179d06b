import * as z from "zod/mini";
import { WAYS } from "./ways.ts";
import type { Way } from "./ways.ts";

/** One input at fault: where it is (JSON path joined by dots) and why (a word of the `forms` catalogue). */
export const FieldFault = z.strictObject({ path: z.string(), code: z.string() });

/** RFC 9457 problem details with a stable `code`; the sentence a person reads is chosen by code in the browser. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  instance: z.string(),
  way: z.optional(z.enum(WAYS)),
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  fields: z.optional(z.array(FieldFault)),
});
export type Problem = z.output<typeof Problem>;
export type FieldFault = z.output<typeof FieldFault>;

/** HTTP status, English meaning, way out. */
export type RefusalRow = readonly [status: number, meaning: string, way: Way];

/**
 * Problems any endpoint may answer. Rooms add their refusals beside their endpoints
 * (`contract/refusals.ts`).
 */
export const COMMON_PROBLEMS = {
  "http.bad-input": [400, "A field is missing, unknown or malformed; `fields` names each.", "mend"],
  "http.too-large": [413, "The body is larger than this endpoint accepts.", "mend"],
  "http.unsupported-media": [415, "The body is not in a format that this endpoint accepts.", "mend"],
  "http.not-found": [404, "Nothing is here, or it is not yours to see.", "go-back"],
  "http.too-many": [429, "Too many calls in a minute; wait the seconds in `Retry-After`.", "wait"],
  "http.idempotency-missing": [400, "A write needs an `Idempotency-Key` header with a UUID.", "report"],
  "http.idempotency-mismatch": [422, "This key was used before with another body.", "reload"],
  "http.idempotency-running": [409, "The first call with this key is still running.", "wait"],
  "http.internal": [500, "A fault on our side; `instance` is the request id to report.", "report"],
  "http.busy": [503, "The service is starting or a part it needs does not answer; try again.", "retry"],
  "http.disk-full": [
    503,
    "The disk is full: reading goes on, nothing new is taken until there is room.",
    "retry",
  ],
  "accounts.signed-out": [401, "No valid sign-in came with the call.", "sign-in"],
  "accounts.confirm-sign-in": [
    401,
    "This call needs a recent or stronger sign-in (RFC 9470); `facts` say which, as `WWW-Authenticate` does.",
    "sign-in",
  ],
  "accounts.forbidden": [403, "This account has no role that may do this.", "ask-admin"],
  "accounts.not-invited": [403, "This account is no member here and has no open invitation.", "ask-admin"],
  "accounts.suspended": [403, "This membership is suspended.", "ask-admin"],
} as const satisfies Record<string, RefusalRow>;

/** A room's refusals by code. Documented and translated, never left out. */
export type RefusalTable = Readonly<Record<`${string}.${string}`, RefusalRow>>;
