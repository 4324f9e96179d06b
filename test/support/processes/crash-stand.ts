import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import type { PaymentChoice } from "#main/config/payment-choice.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { openCrew } from "../people/crew.ts";
import type { CrashDeed, CrashGiven, CrashSaid } from "./crash-process.ts";
import { withDatabase } from "../database/database-template.ts";
import { asOneFile } from "./one-file.ts";
import { callWire } from "./product.ts";
import { FACADE_KEY, openStripeFacade } from "../stripe/facade.ts";
import { WEDNESDAY_TEN, openWorld } from "../world.ts";

/** People who book and pay. */
export const PAYER = "Sam Sender";
export const SECRET = "whsec_crash0000000000";

/** A process of Waybill that can be stopped in its tracks. */
export interface CrashNode {
  readonly url: string;
  /** @param who by whom, by name; the payer if absent */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string, who?: string): Promise<ReplyOf<E>>;
  /** Runs one of its jobs; without a name it only hears what time it is. */
  run(job?: string, payload?: CrashDeed["payload"]): Promise<void>;
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<string>;
  isDead(): boolean;
  /** Stops it outside of every transaction, so that it holds no lock that another one waits for. */
  pause(): Promise<void>;
  resume(): void;
  end(): Promise<void>;
}

export type CrashStand = Awaited<ReturnType<typeof openCrashStand>>;

/** One database, one bank on a socket (Stripe's real library talks to it), and as many processes as are asked for. */
export async function openCrashStand() {
  const facade = await openStripeFacade(() => world?.now ?? WEDNESDAY_TEN);
  const payment: PaymentChoice = {
    kind: "stripe",
    secretKey: FACADE_KEY,
    publishableKey: "pk_test_facade",
    webhookSecrets: [SECRET],
    apiBase: facade.url,
    scriptUrl: `${facade.url}/sandbox-bank/endive/stripe.js`,
  };
  const world = await openWorld({ runJobs: false, payment });
  const crew = await openCrew(world);
  const { database } = (await world.db.owner((tx) =>
    first(tx, sql<{ database: string }>`select current_database() as database`),
  )) ?? { database: "" };
  const nodes = new Set<CrashNode>();
  let started = 0;

  /**
   * @param at where it kills itself; nowhere if absent
   * @param skewMs how far its clock is ahead
   * @param ways how its messages leave
   */
  const start = async (at?: string, skewMs = 0, ways?: CrashGiven["ways"]): Promise<CrashNode> => {
    started += 1;
    const name = `crash node ${started}`;
    const given: CrashGiven = {
      connection: { ...withDatabase(inject("adminUrl"), database), application_name: name },
      orgId: world.orgId,
      payment,
      now: world.now + skewMs,
      ...(ways && { ways }),
    };
    const child = fork(await asOneFile("test/support/processes/crash-process.ts"), {
      execArgv: [],
      env: {
        ...process.env,
        WAYBILL_TEST_CRASH: JSON.stringify(given),
        ...(at !== undefined && { WAYBILL_CRASH_AT: at }),
      },
    });
    const isBusy = () => world.db.owner((tx) => isInTransaction(tx, name));
    const node = await nodeOf(child, () => world.now + skewMs, isBusy);
    nodes.add(node);
    void node.ended.then(() => nodes.delete(node));
    return node;
  };

  return {
    world,
    crew,
    facade,
    start,
    /** Rows in the database that §12 forbids. */
    broken: () => world.db.owner((tx) => brokenInvariants(tx, world.now)),
    /** How often the payment of an order has changed. */
    versionOf: (orderId: string) => world.db.owner((tx) => versionOf(tx, orderId)),
    /** As if a backup from that version had been restored: what came later is gone, the settling was never sent. */
    restore: (orderId: string, version: number) =>
      world.db.owner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        const paid = sql`(select id from payment where order_id = ${orderId})`;
        await sql`delete from ledger_line where payment_id = ${paid} and version > ${version}`.execute(tx);
        await sql`delete from receipt where payment_id = ${paid}`.execute(tx);
        await sql`delete from receipt_series where kind = 'receipt' and last = 1`.execute(tx);
        await sql`update receipt_series set last = last - 1 where kind = 'receipt'`.execute(tx);
        await sql`update payment set state = 'authorized', captured_minor = 0, settled_at = null, version = ${version}
          where order_id = ${orderId}`.execute(tx);
        await sql`update payment_op set state = 'pending', first_sent_at = null, sent_at = null, sends = 0,
            outcome = null, done_at = null, next_at = created_at
          where payment_id = ${paid} and kind = 'capture'`.execute(tx);
      }),
    /** A copy of the whole database, as a backup is one. Ends every process: nobody may be connected. */
    backUp: () => copyDatabase(nodes, database, `${database}_backup`),
    /** The copy in place of the database: what came later is gone. Ends every process. */
    restoreAll: () => copyDatabase(nodes, `${database}_backup`, database),
    /** Values of an operation that the database allows. */
    operationKinds: () =>
      world.db.owner(async (tx) => {
        const found = await first(
          tx,
          sql<{ rule: string }>`select pg_get_constraintdef(oid) as rule from pg_constraint
            where conname = 'payment_op_kind_check'`,
        );
        return found?.rule ?? "";
      }),
    async close() {
      await Promise.all([...nodes].map((node) => node.end()));
      await world.close();
      await facade.close();
    },
  };
}

async function copyDatabase(nodes: ReadonlySet<CrashNode>, from: string, to: string): Promise<void> {
  await Promise.all([...nodes].map((node) => node.end()));
  const admin = new Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${to} with (force)`);
    await admin.query(`alter database ${from} allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [from]);
    await admin.query(`create database ${to} template ${from} strategy file_copy`);
    await admin.query(`alter database ${from} allow_connections true`);
    await admin.query(`alter database ${to} allow_connections true`);
  } finally {
    await admin.end();
  }
}

async function versionOf(tx: Tx, orderId: string): Promise<number> {
  const row = await first(
    tx,
    sql<{ version: number }>`select version from payment where order_id = ${orderId}`,
  );
  return row?.version ?? 0;
}

async function isInTransaction(tx: Tx, name: string): Promise<boolean> {
  const busy = sql`select 1 from pg_stat_activity where application_name = ${name} and state <> 'idle'`;
  return (await first(tx, busy)) !== undefined;
}

async function nodeOf(
  child: ChildProcess,
  now: () => number,
  isBusy: () => Promise<boolean>,
): Promise<CrashNode> {
  const ended = once(child, "exit").then(([code, signal]) => String(signal ?? code));
  const waiting = new Map<number, (error: Error | undefined) => void>();
  const ready = new Promise<string>((resolve, reject) => {
    child.on("message", (said: CrashSaid) => {
      if ("url" in said) return resolve(said.url);
      waiting.get(said.nth)?.(said.error === undefined ? undefined : new Error(said.error));
    });
    void ended.then((how) => reject(new Error(`a process ended before it was ready: ${how}`)));
  });
  const url = await ready;
  let nth = 0;
  return {
    url,
    ended,
    call: (endpoint, input, key, who = PAYER) =>
      callWire(url, endpoint, input, { token: who, ...(key !== undefined && { key }) }),
    run(job, payload) {
      nth += 1;
      const deed: CrashDeed = {
        nth,
        now: now(),
        ...(job !== undefined && { job }),
        ...(payload && { payload }),
      };
      const answer = new Promise<void>((resolve, reject) =>
        waiting.set(nth, (error) => (error ? reject(error) : resolve())),
      );
      child.send(deed);
      return Promise.race([answer, ended.then((how) => Promise.reject(new Error(`ended: ${how}`)))]);
    },
    isDead: () => child.exitCode !== null || child.signalCode !== null,
    async pause() {
      while (child.kill("SIGSTOP") && (await isBusy())) {
        child.kill("SIGCONT");
        await sleep(10);
      }
    },
    resume: () => void child.kill("SIGCONT"),
    async end() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
