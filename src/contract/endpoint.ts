import type * as z from "zod/mini";
import type { Permission } from "#kernel/permission.ts";
import type { Audited } from "./audit-acts.ts";

export type Method = "GET" | "POST" | "PUT";

/** Access rule: everybody, everybody signed in, or holders of a permission. */
export type Needs = "anyone" | "self" | Permission;

export type Input = z.ZodMiniObject;

/**
 * One call between both ends, the single source of its path, permission, shapes and refusals.
 *
 * `input` fields named in the path travel there, the rest in the query (GET) or the JSON body (POST, PUT).
 * `secret` marks a reply that holds a token: it is never stored for replays. `keyedByContent` marks a write whose rows
 * are their own keys, or that notes its key as a command in the transaction of its rows: sent again it changes nothing
 * and answers the same, so no reply is kept under its Idempotency-Key.
 * `limitPerMinute` counts per caller. `recentSignIn` demands that the person proved lately who they are, where the
 * installation asks for it. `audit` names what the call leaves in the audit log.
 */
export interface Endpoint<I extends Input = Input, R extends z.ZodMiniType = z.ZodMiniType> {
  readonly id: string;
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly needs: Needs;
  readonly summary: string;
  readonly input: I;
  readonly reply: R;
  readonly refusals: readonly string[];
  readonly secret?: true;
  readonly keyedByContent?: true;
  readonly limitPerMinute?: number;
  readonly recentSignIn?: true;
  readonly audit?: Audited;
}

/** Declares an endpoint; a collection of them is a room's `contract/api.ts`. */
export function endpoint<I extends Input, R extends z.ZodMiniType>(e: Endpoint<I, R>): Endpoint<I, R> {
  return e;
}

/** Input as the caller passes it: fields with a default are optional. */
export type InputOf<E extends Endpoint> = z.input<E["input"]>;
/** Input as the handler receives it: parsed, defaults filled in. */
export type ParsedOf<E extends Endpoint> = z.output<E["input"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;

/** The input names that travel in the path: `/api/deliveries/:id` has `id`. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map((found) => found[1] ?? "");
}

/** Header names of our own. Tokens travel in headers, never in an address. */
export const HEADERS = {
  idempotencyKey: "idempotency-key",
  bookingKey: "x-booking-key",
  trackingToken: "x-tracking-token",
} as const;
