import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import type { PayWay } from "#features/payments/domain/due.ts";
import { HEADERS, pathNames } from "#contract/endpoint.ts";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import type { Actor, Role } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import type { Locale } from "#kernel/locale.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createServer } from "#main/server.ts";
import type { Server, ServerParts } from "#main/server.ts";
import { commonCodes } from "#server/http/openapi.ts";
import type { PaymentChoice } from "#main/config/payment-choice.ts";
import { first, openDb, rows } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import type { RecentSignInRule } from "#server/identity/recent-sign-in.ts";
import { openSessionEnds } from "#server/identity/session-ends.ts";
import type { SessionEnds } from "#server/identity/session-ends.ts";
import { newId } from "#server/ids.ts";
import { withDatabase } from "./database/database-template.ts";

export interface Answer<R> {
  readonly status: number;
  readonly body: R & {
    code?: string;
    facts?: Record<string, string | number>;
    fields?: { path: string; code: string }[];
  };
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls endpoints as one person (or as a guest), through HTTP. */
export interface Caller {
  readonly actor: Actor;
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Answer<ReplyOf<E>>>;
}

export interface World {
  readonly db: Db;
  readonly server: Server;
  readonly sessionEnds: SessionEnds;
  readonly orgId: string;
  readonly dataFolder: string;
  /** The world's clock: it stands still until moved. */
  now: Instant;
  /** A member of the organisation with these roles, made on first use. Couriers get a courier id and a vehicle. */
  person(name: string, ...roles: Role[]): Promise<Caller>;
  guest(): Caller;
  /** Runs a statement as the database's owner. @returns its rows */
  run<R = never>(statement: RawBuilder<R>): Promise<R[]>;
  /** The first row of a statement that the database's owner runs. */
  one<R = never>(statement: RawBuilder<R>): Promise<R | undefined>;
  /** Waits until the job queue is empty. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** 2026-06-17, a Wednesday, 10:00 in Berlin. */
export const WEDNESDAY_TEN = Date.UTC(2026, 5, 17, 8, 0);

const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
};

type ActorOf = (credentials: Credentials) => Promise<Actor>;

export interface WorldOptions {
  readonly runJobs?: ServerParts["runJobs"];
  readonly limitFactor?: number;
  payment?: PaymentChoice;
  /** Opens the sandbox bank's socket; without, it answers in process. */
  readonly sandbox?: ServerParts["sandbox"];
  readonly payWays?: readonly PayWay[];
  /** Limit of one person's refunds, by currency, in minor units. */
  readonly refundLimits?: Readonly<Record<string, number>>;
  readonly trustProxy?: readonly string[];
  readonly onPaymentScript?: NonNullable<ServerParts["onPaymentScript"]>;
  readonly locales?: readonly Locale[];
  readonly joinBy?: "roles" | "invitation";
  readonly recentSignIn?: RecentSignInRule;
  readonly roads?: NonNullable<ServerParts["roads"]>;
  readonly streets?: NonNullable<ServerParts["streets"]>;
  readonly identityProvider?: { endPerson(subject: string): Promise<void> };
  /** The installation began as a demo; "open" where anybody may be its administrator. */
  readonly demo?: "own" | "open";
  readonly push?: NonNullable<ServerParts["push"]>;
  /** Takes what the server logs; without, errors alone go to the terminal. */
  readonly log?: ServerParts["log"];
  /** Reads who calls, where a test wants real tokens instead of names. */
  readonly actorOf?: (parts: {
    readonly db: Db;
    readonly orgId: string;
    readonly sessionEnds: SessionEnds;
  }) => ActorOf;
}

/**
 * People of the world sign in by name: `Bearer Ada`, or `Bearer Ada#<sid>#<ms of issue>` for one of several sessions.
 */
function worldActorOf(orgId: string, people: ReadonlyMap<string, Actor>, ends: SessionEnds): ActorOf {
  return async ({ authorization }) => {
    if (authorization === undefined) return { kind: "guest", orgId, roles: [] };
    const [name = "", sid = `session of ${name}`, issuedAt = WEDNESDAY_TEN] = authorization
      .replace("Bearer ", "")
      .split("#");
    const actor = people.get(name);
    const signIn = { issuer: "test", subject: name, sid, issuedAt: Number(issuedAt) };
    if (!actor || ends.isEnded(signIn)) throw new Refusal("accounts.signed-out");
    return { ...actor, signIn };
  };
}

const wishesIn = ({
  sandbox,
  payWays,
  onPaymentScript,
  refundLimits,
  locales,
  recentSignIn,
  roads,
  streets,
  identityProvider,
  demo,
  push,
}: WorldOptions) => ({
  ...(sandbox && { sandbox }),
  ...(payWays && { payWays }),
  ...(onPaymentScript && { onPaymentScript }),
  ...(refundLimits && { refundLimits }),
  ...(locales && { locales }),
  ...(recentSignIn && { recentSignIn }),
  ...(roads && { roads }),
  ...(streets && { streets }),
  ...(identityProvider && { identityProvider }),
  ...(push && { push }),
  isDemo: demo !== undefined,
  isOpenDemo: demo === "open",
});

/**
 * Counts the jobs of these three seconds, but for a second try. Those that wait so as to gather more events begin at once:
 * measured, 23 of 30 s of a file of tests went by in such waits.
 */
const HURRY_JOBS = `with near as (
    select id, run_at > now() and attempts = 0 and locked_at is null as gathers from graphile_worker._private_jobs
    where run_at <= now() + case when attempts = 0 then interval '3 seconds' else interval '2 seconds' end
      and attempts < max_attempts),
  hurried as (
    update graphile_worker._private_jobs j set run_at = now() from near
    where near.id = j.id and near.gathers and j.locked_at is null returning j.id)
  select (select count(*) from near)::int as n,
    (select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', count(*))::text)
     from hurried having count(*) > 0) as told`;

/** A whole Waybill on a database of its own, answering in process. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const adminUrl = inject("adminUrl");
  const database = `waybill_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${database} template ${inject("templateName")} strategy file_copy`);
  const db = openDb(withDatabase(adminUrl, database), 6);
  const folder = await mkdtemp(path.join(tmpdir(), "waybill-test-"));
  const orgId = newId(WEDNESDAY_TEN);
  await db.owner((tx) =>
    sql`insert into organization (id, kind, name, currency, timezone, demo, created_at)
        values (${orgId}, 'carrier', 'Test Couriers', 'EUR', 'Europe/Berlin', ${options.demo !== undefined},
          ${toIso(WEDNESDAY_TEN)})`.execute(tx),
  );
  const people = new Map<string, Actor>();
  const world = { now: WEDNESDAY_TEN };
  const sessionEnds = await openSessionEnds(db, () => world.now);
  const server = await createServer({
    db,
    orgId,
    dataFolder: folder,
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock: () => world.now,
    log: options.log ?? silent,
    trustProxy: options.trustProxy ?? [],
    limitFactor: options.limitFactor ?? 0,
    runJobs: options.runJobs ?? true,
    payment: options.payment ?? "sandbox",
    joinBy: options.joinBy ?? "roles",
    ...wishesIn(options),
    plantRoutes: [],
    sessionEnds,
    actorOf: options.actorOf?.({ db, orgId, sessionEnds }) ?? worldActorOf(orgId, people, sessionEnds),
  });
  const caller = (actor: Actor, authorization: string | undefined): Caller => ({
    actor,
    call: (endpoint, input, callOptions = {}) => send(server, endpoint, input, authorization, callOptions),
  });
  return Object.assign(world, {
    db,
    server,
    sessionEnds,
    orgId,
    dataFolder: folder,
    async person(name: string, ...roles: Role[]) {
      const known = people.get(name);
      if (known) return caller(known, `Bearer ${name}`);
      const actor = await addPerson(db, orgId, name, roles);
      people.set(name, actor);
      return caller(actor, `Bearer ${name}`);
    },
    run: <R>(statement: RawBuilder<R>) => db.owner((tx) => rows(tx, statement)),
    one: <R>(statement: RawBuilder<R>) => db.owner((tx) => first(tx, statement)),
    guest: () => caller({ kind: "guest", orgId, roles: [] }, undefined),
    async settled() {
      for (let waited = 0; waited < 15_000; waited += 25) {
        const { rows } = await db.pool.query(HURRY_JOBS);
        if (rows[0].n === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error("jobs were still waiting after 15 s");
    },
    async close() {
      await server.close();
      await sessionEnds.close();
      await db.close();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

async function addPerson(db: Db, orgId: string, name: string, roles: Role[]): Promise<Actor> {
  const id = randomUUID();
  const courierId = roles.includes("courier") ? randomUUID() : undefined;
  await db.as({ orgId }, (tx) =>
    sql`insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, vehicle, courier_id, created_at)
        values (${orgId}, ${id}, 'test', ${name}, ${name}, ${roles}, ${roles}, 'active',
                ${courierId ? "cargo_bike" : null}, ${courierId ?? null}, ${toIso(WEDNESDAY_TEN)})`.execute(
      tx,
    ),
  );
  return { kind: "person", orgId, userId: id, roles, name, ...(courierId && { courierId }) };
}

/** One call in process, with this `Authorization` header. */
export async function send<E extends Endpoint>(
  server: Server,
  endpoint: E,
  input: InputOf<E>,
  authorization: string | undefined,
  options: CallOptions,
): Promise<Answer<ReplyOf<E>>> {
  const names = new Set(pathNames(endpoint.path));
  const entries = Object.entries(input as Record<string, unknown>);
  const url = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  );
  const rest = entries.filter(([name, value]) => !names.has(name) && value !== undefined);
  const isWrite = endpoint.method !== "GET";
  const response = await server.app.inject({
    method: endpoint.method,
    url,
    headers: {
      ...(authorization && { authorization }),
      ...(isWrite && {
        [HEADERS.idempotencyKey]: options.key ?? randomUUID(),
        "content-type": "application/json",
      }),
      ...options.headers,
    },
    ...(isWrite
      ? { payload: JSON.stringify(Object.fromEntries(rest)) }
      : { query: Object.fromEntries(rest.map(([name, value]) => [name, String(value)])) }),
  });
  noUnlistedCode(endpoint, response.statusCode, response.body);
  return {
    status: response.statusCode,
    body: response.body ? JSON.parse(response.body) : {},
    headers: response.headers as Record<string, string>,
  };
}

/** Every refusal that an endpoint answers is one that it lists: its callers and its documents know it. */
function noUnlistedCode(endpoint: Endpoint, status: number, body: string): void {
  if (status < 400) return;
  const { code } = JSON.parse(body) as { code: string };
  // An odd name in a path leads to no endpoint at all.
  const lost = pathNames(endpoint.path).length > 0 ? ["http.not-found"] : [];
  const listed = [...endpoint.refusals, ...commonCodes(endpoint), ...lost];
  if (!listed.includes(code)) throw new Error(`${endpoint.id} answered ${code}, which it does not list`);
}
