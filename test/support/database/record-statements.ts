import { AsyncLocalStorage } from "node:async_hooks";
import { DefaultQueryExecutor } from "kysely";
import pg from "pg";
import { afterAll } from "vitest";
import { type Sent, keepStatements, keyOf, statementFolder } from "./statement-file.ts";

// Keeps each distinct statement that the product sends while tests run, where `WAYBILL_TEST_STATEMENTS` names a folder.

/** Frames that are of no statement: the driver, Kysely, and the two files that every statement passes. */
const PASSED =
  /node_modules|node:|Promise\.all|src\/server\/db\/(db|conversation)\.ts|record-statements\.ts|<anonymous>/;
const OF_TESTS = /\/test\/|\.test\.tsx?/;
const FRAME = /\(?(?:file:\/\/)?(\/[^\s()]+:\d+):\d+\)?$/;

/** Keeps where this is called. Its text costs far more than the frames: a third of a statement, measured. */
function here(): Error {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const place = new Error();
  Error.stackTraceLimit = before;
  return place;
}

/** Place in the product that sent what was being sent here; undefined where a test did. */
function sender({ stack = "" }: Error): string | undefined {
  const frame = stack
    .split("\n")
    .slice(1)
    .find((line) => !PASSED.test(line));
  if (frame === undefined || OF_TESTS.test(frame)) return undefined;
  return FRAME.exec(frame)?.[1]?.replace(process.cwd(), ".") ?? "unknown";
}

/** Kysely's waits hide who asked from the driver. */
const asked = new AsyncLocalStorage<Error>();
const fences = new WeakMap<object, string | undefined>();

/** Keeps under which fence the connection goes on until its transaction ends, by what it is told before a statement. */
function orgOf(client: object, first: unknown): string | undefined {
  if (first === "commit" || first === "rollback") fences.delete(client);
  if (typeof first !== "object" || first === null || !("says" in first) || !Array.isArray(first.says))
    return fences.get(client);
  const says = first.says.join();
  const orgId = /set_config\('app\.org', '([^']+)'/.exec(says)?.[1];
  fences.set(client, /\bbegin\b/i.test(says) ? orgId : undefined);
  return orgId;
}

const READS_OR_WRITES = /^\s*(with|select|insert|update|delete)\b/i;
/** The queue's own, and what a connection is told. */
const OTHERS = /graphile_worker|^\s*select (set_config|pg_)/i;

const fresh: Sent[] = [];

/** A function as it stands, to be called with its own `this`. */
function functionOf(of: object, name: string): (...given: unknown[]) => unknown {
  const found: unknown = Reflect.get(of, name);
  if (typeof found !== "function") throw new Error(`${name} is no function`);
  return function as(this: unknown, ...given: unknown[]): unknown {
    return Reflect.apply(found, this, given);
  };
}

function recordTo(): Sent[] {
  const known = new Set<string>();
  /** Texts of those, so that a statement that comes again is not taken apart again. */
  const texts = new Set<string>();
  const query = functionOf(pg.Client.prototype, "query");
  const execute = functionOf(DefaultQueryExecutor.prototype, "executeQuery");
  Reflect.set(
    DefaultQueryExecutor.prototype,
    "executeQuery",
    function heard(this: object, ...given: unknown[]) {
      return asked.run(here(), () => execute.apply(this, given));
    },
  );
  Reflect.set(pg.Client.prototype, "query", function tells(this: pg.Client, ...given: unknown[]): unknown {
    const [first, second] = given;
    const orgId = orgOf(this, first);
    const { text, values = second } = (typeof first === "object" ? first : { text: first }) as Partial<Sent>;
    const told = `${orgId === undefined} ${text}`;
    if (typeof text === "string" && !texts.has(told) && READS_OR_WRITES.test(text) && !OTHERS.test(text)) {
      const key = keyOf({ text, orgId });
      const from = known.has(key) ? undefined : sender(asked.getStore() ?? here());
      if (from !== undefined) {
        known.add(key);
        texts.add(told);
        fresh.push({ text, values: Array.isArray(values) ? values : [], orgId, from });
      }
    }
    return query.apply(this, given);
  });
  return fresh;
}

/** This module is run anew for each file, the driver and its hook stay. */
const MARK = Symbol.for("waybill.statements");
const folder = statementFolder();
if (folder !== undefined) {
  const kept = (Reflect.get(globalThis, MARK) as Sent[] | undefined) ?? recordTo();
  Reflect.set(globalThis, MARK, kept);
  afterAll(() => keepStatements(folder, kept.splice(0)));
}
