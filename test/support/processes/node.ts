import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { identityParts } from "#main/cli/actor-of.ts";
import { ensureCarrier } from "#server/carrier.ts";
import { createServer } from "#main/server.ts";
import { paymentChoice } from "#main/config/payment-choice.ts";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { openDb } from "#server/db/db.ts";
import { openSessionEnds } from "#server/identity/session-ends.ts";
import type { BareDatabase } from "../database/bare-database.ts";
import { freePort } from "../sign-in/sign-in-service.ts";

const silent = () => undefined;

export type Node = Awaited<ReturnType<typeof openNode>>;

/**
 * One process of Waybill as it runs for people, with the real checks of tokens, on a database that it may share with
 * others. `args` are settings as on the command line; several nodes of one install share `--public-url`.
 */
export async function openNode(
  { connection }: BareDatabase,
  args: readonly string[] = [],
  options: { readonly limitFactor?: number; readonly port?: number; readonly clock?: () => number } = {},
) {
  const port = options.port ?? (await freePort());
  const settings = settle(
    readSettings({}, ["--port", String(port), "--payment", "none", ...args]).settings,
    {},
  );
  const clock = options.clock ?? Date.now;
  const db = openDb(connection, 6);
  const facts = { name: "Test", currency: "EUR", timezone: "Europe/Berlin", demo: false };
  const carrier = await ensureCarrier(db, facts, clock());
  const sessionEnds = await openSessionEnds(db, clock);
  const folder = await mkdtemp(path.join(tmpdir(), "waybill-node-"));
  const warnings: object[] = [];
  const log = { info: silent, warn: (facts: object) => void warnings.push(facts), error: silent };
  const server = await createServer({
    db,
    orgId: carrier.id,
    dataFolder: folder,
    publicUrl: settings.publicUrl,
    ...identityParts(settings, { db, orgId: carrier.id, sessionEnds, clock, log }),
    payment: paymentChoice(settings),
    clock,
    log,
    trustProxy: [],
    limitFactor: options.limitFactor ?? 0,
    runJobs: false,
    plantRoutes: [],
  });
  await server.listen("127.0.0.1", port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    orgId: carrier.id,
    db,
    server,
    sessionEnds,
    /** Warnings of the log. */
    warnings,
    /** A call with these headers; its answer is read. */
    async call(target: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${target}`, { ...init, headers });
      const text = await response.text();
      const body: Record<string, unknown> =
        response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : {};
      return { status: response.status, body, headers: response.headers };
    },
    async close() {
      await server.close();
      await sessionEnds.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A stream of events that is read as it comes. */
export async function openEvents(node: Node, headers: Record<string, string>) {
  const hangUp = new AbortController();
  const response = await fetch(`${node.url}/api/live`, { headers, signal: hangUp.signal });
  if (!response.ok || !response.body) throw new Error(`the stream was answered ${response.status}`);
  const state = { said: "", ended: false };
  const decoder = new TextDecoder();
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const part of body) state.said += decoder.decode(part, { stream: true });
    state.ended = true;
  };
  read(response.body).catch(() => undefined);
  return { state, close: () => hangUp.abort() };
}
