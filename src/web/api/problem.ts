import type { FieldFault } from "#contract/problem.ts";
import type { Way } from "#contract/ways.ts";

/**
 * An expected failure of a call: the server's refusal (`room.reason`), or one of ours:
 * `http.offline`, `http.timeout`, `http.unexpected-reply`.
 */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldFault[];
  /** The request's id, for reports. */
  readonly instance: string | undefined;
  /** Way out for a person, as the server's table of refusals says. */
  readonly way: Way | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    about: {
      status?: number;
      facts?: Readonly<Record<string, string | number>> | undefined;
      fields?: readonly FieldFault[] | undefined;
      instance?: string | undefined;
      way?: Way | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: about.cause });
    this.name = "Problem";
    this.code = code;
    this.status = about.status ?? 0;
    this.facts = about.facts ?? {};
    this.fields = about.fields ?? [];
    this.instance = about.instance;
    this.way = about.way;
    this.retryAfter = about.retryAfter;
  }
}

export const isProblem = (error: unknown, code?: string): error is Problem =>
  error instanceof Problem && (code === undefined || error.code === code);
