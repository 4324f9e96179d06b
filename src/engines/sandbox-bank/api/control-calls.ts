import { sql } from "kysely";
import * as z from "zod/mini";
import { SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import type { Answer } from "../faults.ts";
import { OWN_ENDPOINT, dropEndpoint, keepEndpoint } from "../endpoints.ts";
import { faultNamed } from "../faults.ts";
import { advance } from "../advance-clock.ts";

export interface ControlParts {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly onNews: () => void;
}

const Fault = z.strictObject({
  call: z.string().check(z.regex(/^(\*|[a-z_]{1,40})$/)),
  kind: z.string(),
  times: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 1),
});
const TEN_YEARS_S = 10 * 366 * 86_400;
const Advance = z.strictObject({ advance_s: z.int().check(z.minimum(0), z.maximum(TEN_YEARS_S)) });
const Told = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  url: z.nullable(z.url()),
  secrets: z._default(z.array(z.string().check(z.minLength(8))).check(z.maxLength(2)), []),
  duplicate: z.optional(z.int().check(z.minimum(0), z.maximum(20))),
  dropEvery: z.optional(z.int().check(z.minimum(0))),
  reorder: z.optional(z.boolean()),
  delayMs: z.optional(z.int().check(z.minimum(0))),
});

const done = (body: Answer["body"] = {}): Answer => ({ status: 200, body });
const WRONG: Answer = { status: 400, body: { error: { code: "parameter_invalid" } } };

/** Controls of a test or a demo: faults to come, the clock, receivers of webhooks, and movements. */
export async function control(
  { db, clock, onNews }: ControlParts,
  method: string,
  path: string,
  given: unknown,
): Promise<Answer | undefined> {
  const intent = /^\/sandbox\/intents\/(\w+)$/.exec(path)?.[1];
  if (method === "GET" && intent !== undefined) return done({ movements: await movementsOf(db, intent) });
  if (method !== "POST") return undefined;
  if (path === "/sandbox/faults") return plan(db, given);
  if (path === "/sandbox/faults/clear") return clear(db);
  if (path === "/sandbox/endpoints") return tell(db, given);
  if (path !== "/sandbox/clock") return undefined;
  const wanted = Advance.safeParse(given);
  if (!wanted.success) return WRONG;
  const aheadMs = await advance(db, clock, wanted.data.advance_s * SECOND_MS);
  onNews();
  return done({ ahead_s: aheadMs / SECOND_MS });
}

async function plan(db: Db, given: unknown): Promise<Answer> {
  const read = Fault.safeParse(given);
  const fault = read.success ? faultNamed(read.data.kind) : undefined;
  if (!read.success || !fault) return WRONG;
  const { call, times } = read.data;
  await db.owner((tx) =>
    sql`insert into sandbox_bank.fault (call, kind, times) values (${call}, ${fault}, ${times})`.execute(tx),
  );
  return done();
}

async function clear(db: Db): Promise<Answer> {
  await db.owner((tx) => sql`delete from sandbox_bank.fault`.execute(tx));
  return done();
}

async function tell(db: Db, given: unknown): Promise<Answer> {
  const read = Told.safeParse(given);
  if (!read.success) return WRONG;
  const { url, ...endpoint } = read.data;
  if (url !== null && endpoint.secrets.length === 0) return WRONG;
  // Its secrets are those that this Waybill checks webhooks with.
  if (endpoint.name === OWN_ENDPOINT) return WRONG;
  await db.owner(async (tx) => {
    if (url === null) await dropEndpoint(tx, endpoint.name);
    else await keepEndpoint(tx, { ...endpoint, url });
  });
  return done();
}

/** Movements of an intent, in order: `hold 1190`. */
const movementsOf = async (db: Db, intentId: string): Promise<string[]> =>
  (
    await db.owner((tx) =>
      rows(
        tx,
        sql<{ kind: string; minor: number }>`select kind, amount_minor as minor from sandbox_bank.movement
          where intent_id = ${intentId} order by id`,
      ),
    )
  ).map(({ kind, minor }) => `${kind} ${minor}`);
