import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "vite";
import { DAY_MS } from "#kernel/instant.ts";
import type { Db } from "../db/db.ts";
import { buildApp } from "./app.ts";
import { serveClient } from "./client-files.ts";
import { keepReplaced } from "./replaced-assets.ts";

let root = "";
let now = Date.now();
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "waybill-builds-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const silent = () => undefined;
const dist = () => path.join(root, "dist");

/** Builds a client with one part that is imported later, into the folder of the build before. @returns that part's file */
async function buildVersion(says: string): Promise<string> {
  await writeFile(path.join(root, "later.ts"), `export const says = ${JSON.stringify(says)};`);
  await writeFile(path.join(root, "main.ts"), 'void import("./later.ts").then((m) => console.log(m.says));');
  await writeFile(path.join(root, "index.html"), '<script type="module" src="/main.ts"></script>');
  await build({ root, configFile: false, logLevel: "silent", build: { outDir: dist() } });
  const later = (await readdir(path.join(dist(), "assets"))).find((name) => name.startsWith("later-"));
  if (!later) throw new Error("the build has no part that is imported later");
  return `/assets/${later}`;
}

/** Starts the server on the build and asks it. */
async function ask(...urls: readonly string[]) {
  const db: Partial<Db> = {};
  const app = await buildApp({
    db: db as Db,
    routes: [],
    rawRoutes: [],
    refusals: {},
    actorOf: () => Promise.resolve({ kind: "guest", orgId: "", roles: [] }),
    clock: () => now,
    log: { info: silent, warn: silent, error: silent },
    headers: {},
    trustProxy: [],
    limitFactor: 0,
  });
  const replaced = await keepReplaced(dist(), path.join(root, "data", "client"), () => now);
  await serveClient(app, dist(), { pay: {}, book: () => ({}) }, { replaced });
  const replies = [];
  for (const url of urls) replies.push(await app.inject({ url }));
  await app.close();
  return replies;
}

test("a page that was open before an update gets its parts for 90 days, over any number of starts", async () => {
  const first = await buildVersion("the first version");
  const [before] = await ask(first);
  expect(before?.body).toContain("the first version");

  // Long after the first start: the 90 days begin when the part is replaced.
  now += 100 * DAY_MS;
  const second = await buildVersion("the second version");
  expect(second).not.toBe(first);
  const [old, fresh] = await ask(first, second);
  expect(old?.body).toContain("the first version");
  expect(old?.headers["cache-control"]).toContain("immutable");
  expect(old?.headers["content-type"]).toContain("javascript");
  expect(fresh?.body).toContain("the second version");

  now += 89 * DAY_MS;
  expect((await ask(first))[0]?.statusCode).toBe(200);
  now += 2 * DAY_MS;
  const [gone, stays] = await ask(first, second);
  expect(gone?.statusCode).toBe(404);
  expect(stays?.statusCode).toBe(200);
});

test("a build that comes back is served from the build again", async () => {
  const first = await buildVersion("one that comes back");
  await ask(first);
  await buildVersion("one between");
  await ask();
  expect(await buildVersion("one that comes back")).toBe(first);
  now += 60 * DAY_MS;
  expect((await ask(first))[0]?.statusCode).toBe(200);
});

test("no address leads out of the folder of replaced parts", async () => {
  await buildVersion("any");
  await writeFile(path.join(root, "data", "secret.txt"), "secret");
  const replies = await ask(
    "/assets/..%2f..%2f..%2fsecret.txt",
    "/assets/../../../secret.txt",
    "/assets/.part",
  );
  for (const reply of replies) expect(reply.body).not.toContain("secret");
});
