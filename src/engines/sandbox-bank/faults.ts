export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answer in place of the true one; the call itself is not carried out. `text` is sent as it stands. */
export interface Odd {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const JSON_TYPE = "application/json";
const ODD = {
  html: { status: 200, type: "text/html", text: "<!doctype html><title>Gateway</title>" },
  empty: { status: 200, type: JSON_TYPE, text: "" },
  null_body: { status: 200, type: JSON_TYPE, text: "null" },
  no_object: { status: 200, type: JSON_TYPE, text: "{}" },
  moved: { status: 302, type: JSON_TYPE, text: "{}" },
  missing_without_error: { status: 404, type: JSON_TYPE, text: '{"message":"Not Found"}' },
  gateway_without_error: { status: 502, type: JSON_TYPE, text: '{"message":"Bad Gateway"}' },
} as const satisfies Record<string, Odd>;

/** The key is good, and may not do this. */
export const NOT_GRANTED = "more_permissions_required";

/** A clear no of the bank; the call itself is not carried out. */
const SAYS_NO = {
  throttle: [429, "rate_limit"],
  bad_key: [401, "invalid_api_key"],
  conflict: [409, "lock_timeout"],
  forbidden: [403, NOT_GRANTED],
  live_only: [400, "livemode_mismatch"],
  bad_request: [400, "parameter_invalid"],
  key_reused: [400, "idempotency_error"],
} as const satisfies Record<string, readonly [number, string]>;

/**
 * How a call goes wrong. Planned as rows of `sandbox_bank.fault`, for one kind of call or `*`.
 *
 * `drop_request` and `silent` never arrive; `drop_response`, `truncated`, `dribble` and `slow` are done, and nobody, or
 * somebody late, hears; `error_before` and `error_after` are a 500 that is stored for the key, without and with the deed.
 */
export const FAULTS = [
  "drop_request",
  "drop_response",
  "silent",
  "truncated",
  "dribble",
  "slow",
  "error_before",
  "error_after",
  ...(Object.keys(SAYS_NO) as (keyof typeof SAYS_NO)[]),
  ...(Object.keys(ODD) as (keyof typeof ODD)[]),
] as const;
export type Fault = (typeof FAULTS)[number];

/** Other names by which a fault may be asked for: the status that it gives. */
const ALIASES: Readonly<Record<string, Fault>> = {
  "500_before": "error_before",
  "500_after": "error_after",
  "429": "throttle",
  "302": "moved",
  "404": "missing_without_error",
};

export const faultNamed = (name: string): Fault | undefined =>
  FAULTS.find((known) => known === name) ?? ALIASES[name];

export const oddFor = (fault: Fault | undefined): Odd | undefined =>
  fault === undefined ? undefined : (ODD as Readonly<Record<string, Odd>>)[fault];

export const noFor = (fault: Fault | undefined): Answer | undefined => {
  const said =
    fault === undefined ? undefined : (SAYS_NO as Readonly<Record<string, readonly [number, string]>>)[fault];
  return said && refuse(...said);
};

/** Nothing of the bank's own comes back: who asked cannot know whether it was done. */
export const isDead = (fault: Fault | undefined): boolean =>
  fault !== undefined &&
  (["drop_request", "drop_response", "silent", "truncated", "dribble"].includes(fault) || fault in ODD);

/** Whether the deed is done all the same. */
export const isDone = (fault: Fault | undefined): boolean =>
  fault === undefined ||
  ["drop_response", "truncated", "dribble", "slow", "error_before", "error_after"].includes(fault);

export const refuse = (status: number, code: string): Answer => ({ status, body: { error: { code } } });
export const BROKEN: Answer = refuse(500, "api_error");
