import { pino } from "pino";
import type { Log } from "./http/app.ts";
import { LogWriter } from "./log-writer.ts";

export interface LogOptions {
  readonly level: string;
  /** A file, or `-` for standard output. */
  readonly file: string;
  /** A file beyond it is put aside as `.1`; 20 MB where nothing is said. */
  readonly rotateBytes?: number;
}

export interface OpenLog extends Log {
  /** Lines that could not be written since the start: disk full, or a reader that is gone. */
  dropped(): number;
  /** Writes what is buffered; called before the process ends. */
  flush(): Promise<void>;
}

const ROTATE_BYTES = 20_000_000;
const DEPTH = 5;
const REMOVED = "[removed]";

/** Names of fields that hold secrets or say who somebody is. */
const PRIVATE =
  /^(authorization|cookie|set-cookie|password|secret|token|(access|id|refresh|tracking|logout)_?token|code|code_?verifier|state|nonce|booking-?key|email|phone|address|street|label|detail|recipient|contact|signature|ip|remote_?address|headers|body|payload|url|query|first_?name|last_?name|signed_?by)$/i;

/** Values that give themselves away: JWTs, e-mail addresses, phone numbers, passwords inside addresses, tokens. */
const TELLING: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REMOVED],
  [/\b(Bearer|DPoP)\s+[\w.~+/-]+=*/gi, REMOVED],
  // A bounded first part: without it a long word costs the square of its length.
  [/[^\s"'<>@=:]{1,64}@[^\s"'<>@]+\.[a-z]{2,}/gi, REMOVED],
  [/\/\/[^\s/@:]+:[^\s/@]+@/g, "//[removed]@"],
  [/\/t\/[A-Za-z0-9]{22}\b/g, "/t/[removed]"],
  [/(?<![\w-])\+\d[\d\s()./-]{6,}\d/g, REMOVED],
];

/** JSON lines with a request id and without anything personal, whatever a caller passes. */
export function openLog({ level, file, rotateBytes = ROTATE_BYTES }: LogOptions): OpenLog {
  const writer = new LogWriter({
    file,
    rotateBytes,
    onRecovered: (lines) => logger.warn({ lines }, "log lines were dropped"),
  });
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (facts) => scrub(facts) },
      hooks: {
        logMethod(inputs, method) {
          const [facts, message] = inputs;
          method.apply(this, [facts, typeof message === "string" ? scrubText(message) : ""]);
        },
      },
    },
    writer,
  );
  return {
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    dropped: () => writer.dropped,
    flush: () => writer.flush(),
  };
}

/** The same facts without what is private. `code` stays where it names a problem ("quotes.expired"). */
export function scrub(facts: object, depth = DEPTH): Record<string, unknown> {
  const named = Object.entries(facts).map(([name, value]): [string, unknown] => [
    name,
    PRIVATE.test(name) && !isProblemCode(name, value) ? REMOVED : scrubValue(value, depth - 1),
  ]);
  return Object.fromEntries(named);
}

const isProblemCode = (name: string, value: unknown) =>
  name === "code" && typeof value === "string" && /^([a-z]+(-[a-z]+)*\.[a-z-]+|[A-Z0-9_]{5,20})$/.test(value);

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return scrubText(value);
  if (value instanceof Error)
    return scrub({ name: value.name, message: value.message, stack: value.stack ?? "" }, depth);
  if (typeof value !== "object" || value === null) return value;
  if (depth <= 0) return "[deep]";
  return Array.isArray(value)
    ? value.slice(0, 20).map((item: unknown) => scrubValue(item, depth - 1))
    : scrub(value, depth);
}

const scrubText = (text: string) =>
  TELLING.reduce((clean, [pattern, put]) => clean.replace(pattern, put), text.slice(0, 8000));
