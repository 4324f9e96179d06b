import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { ClientConfig } from "pg";
import type { Role } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createServer } from "#main/server.ts";
import type { PaymentChoice } from "#main/config/payment-choice.ts";
import { first, openDb } from "#server/db/db.ts";
import { openSessionEnds } from "#server/identity/session-ends.ts";
import type { MailChoice } from "#server/mail/mailer.ts";
import type { SmsChoice } from "#server/sms/sms-gateway.ts";

/** Settings of a process of the crash tests, as JSON in `WAYBILL_TEST_CRASH`. */
export interface CrashGiven {
  readonly connection: ClientConfig;
  readonly orgId: string;
  readonly payment: PaymentChoice;
  readonly now: number;
  /** Its mail server and its gateway; none if absent. */
  readonly ways?: { readonly mail: MailChoice; readonly sms: SmsChoice };
}

/** Later messages to it; `job` runs one of its jobs by name, the clock moved before. */
export interface CrashDeed {
  readonly nth: number;
  readonly now: number;
  readonly job?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export type CrashSaid = { readonly url: string } | { readonly nth: number; readonly error?: string };

/** One operating-system process of Waybill: every room, HTTP, and a runner of its own. It ends with its parent. */
async function run(given: CrashGiven): Promise<void> {
  const time = { now: given.now };
  const db = openDb(given.connection, 6);
  const clock = () => time.now;
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-crash-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const server = await createServer({
    db,
    orgId: given.orgId,
    dataFolder: folder,
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    trustProxy: [],
    limitFactor: 0,
    // The clock of the machine knows nothing of the clock of the test: what runs by it would run in the midst of a step.
    runJobs: "queued",
    payment: given.payment,
    ...given.ways,
    plantRoutes: [],
    sessionEnds: await openSessionEnds(db, clock),
    actorOf: async ({ authorization }) => {
      if (authorization === undefined) return { kind: "guest", orgId: given.orgId, roles: [] };
      const person = await db.owner((tx) =>
        first(
          tx,
          sql<{ id: string; roles: Role[] }>`
            select id, roles from person where org_id = ${given.orgId} and name = ${authorization.slice(7)}`,
        ),
      );
      if (!person) throw new Refusal("accounts.signed-out");
      return { kind: "person", orgId: given.orgId, userId: person.id, roles: person.roles };
    },
  });
  const jobs = Object.assign({}, ...server.rooms.map((room) => room.jobs?.jobs ?? {}));
  const say = (said: CrashSaid): void => void process.send?.(said);
  process.on("message", ({ nth, now, job, payload }: CrashDeed) => {
    time.now = now;
    const done = job === undefined ? Promise.resolve() : jobs[job](payload ?? {});
    done.then(
      () => say({ nth }),
      (error: unknown) => say({ nth, error: String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  say({ url: await server.listen("127.0.0.1", 0) });
}

await run(JSON.parse(process.env["WAYBILL_TEST_CRASH"] ?? "{}"));
