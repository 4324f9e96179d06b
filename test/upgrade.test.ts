import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { databaseFolder } from "#main/cli/database.ts";
import { differences } from "#server/backup/load.ts";
import { openDb } from "#server/db/db.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { freePorts } from "./support/processes/free-ports.ts";
import { callWire } from "./support/processes/product.ts";
import { signIn } from "./support/sign-in/sign-in.ts";
import { earlierManifest, releasedVersions, takeEarlierData } from "./support/upgrade/earlier-data.ts";
import { type Running, makeLaterProgram, runIn } from "./support/upgrade/later-program.ts";

const HERE = process.cwd();
const FIXTURES = "src/features/courier/contract/fixtures";
let scratch: string;
/** Folder of a program whose migrations are newer than today's. */
let later: string;
const running: Running[] = [];

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "waybill-upgrade-"));
  later = path.join(scratch, "later");
  makeLaterProgram(later);
});
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(scratch, { recursive: true, force: true });
});

const commandIn = async (root: string, args: readonly string[], killAt?: string) => {
  const { ended, said } = await runIn(root, args, killAt);
  return { code: await ended, said: said() };
};

/** Starts the program of a folder and waits until it is ready. */
async function startIn(root: string, data: string): Promise<Running & { readonly url: string }> {
  const [port = 0, provider = 0, metrics = 0, bank = 0] = await freePorts(4);
  const ports = [
    `--port=${port}`,
    `--provider-port=${provider}`,
    `--metrics-port=${metrics}`,
    `--sandbox-port=${bank}`,
  ];
  const program = await runIn(root, [
    "start",
    "--api-only",
    "--data",
    data,
    "--rate-limit-factor=0",
    ...ports,
  ]);
  running.push(program);
  const url = () => /Waybill is ready at (http:\/\/\S+)/.exec(program.said())?.[1];
  await expect.poll(() => url() ?? program.child.exitCode, { timeout: 240_000 }).not.toBeNull();
  const ready = url();
  if (ready === undefined) throw new Error(program.said());
  return { ...program, url: ready };
}

async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  query: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Percents that the upgrade says of itself; 100 once it says nothing. */
async function percentAt(url: string): Promise<number> {
  const answer: { upgrade?: { percent: number } } = JSON.parse(await (await fetch(`${url}/readyz`)).text());
  return answer.upgrade?.percent ?? 100;
}

const SEEN = `select count(*)::int as places, coalesce(max(times), 0) as most from place_seen`;

/** Every command that a phone of an earlier version may still hold. */
const kept = (): { type: string; v: number; body: string }[] =>
  readdirSync(FIXTURES).map((name) => JSON.parse(readFileSync(path.join(FIXTURES, name), "utf8")));

test.each(releasedVersions())(
  "the newest program starts on the data that %s left, with everything in it, and goes on while it brings rows up to date",
  async (version) => {
    const data = path.join(scratch, version);
    takeEarlierData(version, data);
    const manifest = earlierManifest(version);
    const takenAt = Date.parse(manifest.takenAt);

    // Killed before, between and after the two writes of a batch.
    for (const place of ["changed", "marked", "committed"])
      expect(
        (await commandIn(later, ["migrate", "--data", data], `batches:${place}`)).code,
        place,
      ).toBeNull();
    const server = await startEmbeddedPostgres({ folder: databaseFolder(data) });
    const client = new pg.Client(server.connection);
    await client.connect();
    // The list of batches is the migrations' own: it has one more.
    const tables = manifest.tables.filter(({ name }) => !name.includes("schema_batches"));
    expect(await differences(client, tables), "rows of each table").toEqual([]);
    expect((await client.query(SEEN)).rows).toEqual([{ places: 1000, most: 1 }]);
    await client.end();
    const db = openDb(server.connection, 2);
    expect(await db.owner((tx) => brokenInvariants(tx, takenAt))).toEqual([]);
    await db.close();
    await server.stop();
    expect(manifest.files.filter(({ path: name }) => name.startsWith("pictures/")).length).toBeGreaterThan(5);
    for (const { path: name, sha256 } of manifest.files)
      expect(
        createHash("sha256")
          .update(readFileSync(path.join(data, name)))
          .digest("hex"),
        name,
      ).toBe(sha256);

    const first = await startIn(later, data);
    const bo = await signIn(first.url, "bo");
    await expect.poll(() => percentAt(first.url), { interval: 50, timeout: 60_000 }).toBeGreaterThan(25);
    const date = manifest.takenAt.slice(0, 10);
    const board = await callWire(first.url, dispatchApi.readBoard, { date }, { token: bo });
    expect(boardOf(board).couriers.flatMap(({ route }) => route.stops).length).toBeGreaterThan(20);
    const doctor = await commandIn(later, ["doctor", "--data", data]);
    expect(doctor.said).toMatch(
      /note +database +rows are brought up to date: 9001-places-fill-seen.batches.sql: \d+ %/,
    );
    expect(await percentAt(first.url), "all of this while it goes on").toBeLessThan(100);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(first.said()).toMatch(/9001-places-fill-seen.batches.sql: \d+ % of \d+ rows/);

    const second = await startIn(later, data);
    await expect.poll(() => percentAt(second.url), { timeout: 180_000 }).toBe(100);
    const connection = runningDatabase(databaseFolder(data)) ?? {};
    const [places] = await ask<{ count: number }>(connection, "select count(*)::int as count from place");
    expect(await ask(connection, SEEN)).toEqual([{ places: places?.count, most: 1 }]);
    expect(second.said()).toContain("9001-places-fill-seen.batches.sql is through");

    const token = await signIn(second.url, "dmitri");
    const clocks = { wall: Date.now(), mono: 1, life: crypto.randomUUID() };
    const commands = kept().map((one, nth) => ({ id: crypto.randomUUID(), seq: nth + 1, ...one, ...clocks }));
    const waiting = { commands: 0, proofs: 0, positions: 0, nextSeq: commands.length + 1 };
    const sent = { protocol: 1, deviceId: crypto.randomUUID(), build: version, epoch: null, dayTag: null };
    const reply = await callWire(
      second.url,
      syncApi.sync,
      { ...sent, samples: [], waiting, commands },
      { token },
    );
    expect(reply.results).toHaveLength(commands.length);
    const unread = reply.results.filter(
      ({ verdict, code }) => verdict === "later" || code === "courier.malformed",
    );
    expect(unread, "each command of an earlier version is understood").toEqual([]);
    const audit = await commandIn(later, ["audit", "verify", "--data", data]);
    expect(audit).toMatchObject({ code: 0, said: expect.stringMatching(/: [1-9]\d* entries, sealed until/) });
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  },
  900_000,
);

test("a program that is older than the database refuses it at every door, with what to do", async () => {
  const [version = ""] = releasedVersions();
  const data = path.join(scratch, "newer");
  takeEarlierData(version, data);
  expect(await commandIn(later, ["migrate", "--data", data])).toMatchObject({ code: 0 });
  const kept = path.join(scratch, "kept");
  expect(await commandIn(later, ["export", kept, "--data", data])).toMatchObject({ code: 0 });
  const says =
    /^The database has run 9000-places-seen.sql, which this version of Waybill does not know: start a newer version, .+ or restore a backup from before the upgrade/m;
  const doors: [readonly string[], number, RegExp][] = [
    [["start", "--api-only"], 4, says],
    [["migrate"], 4, says],
    [["migrate", "--plan"], 4, says],
    [["backup", "--to", path.join(scratch, "shelf")], 4, says],
    [["export", path.join(scratch, "other")], 4, says],
    [["audit", "verify"], 4, says],
    [["restored"], 4, says],
    [
      ["doctor"],
      1,
      /BAD +database +The database has run 9000-places-seen.sql, .*\n +→ Start a newer version, /,
    ],
    [
      ["restore", kept, "--replace"],
      4,
      /9000-places-seen.sql, which this Waybill does not know: restore it with/,
    ],
    [
      ["import", kept, "--replace"],
      4,
      /9000-places-seen.sql, which this Waybill does not know: restore it with/,
    ],
    [
      ["backup", "verify", kept],
      4,
      /9000-places-seen.sql, which this Waybill does not know: restore it with/,
    ],
  ];
  for (const [args, code, sentence] of doors) {
    const ended = await commandIn(HERE, [...args, "--data", data]);
    expect(ended, args.join(" ")).toMatchObject({ code, said: expect.stringMatching(sentence) });
    expect(ended.said).not.toContain("fault of its own");
  }
  expect(readdirSync(scratch).filter((name) => name === "other" || name === "shelf")).toEqual([]);
  // A backup that was taken in the middle goes on from there, and the newer program reads it.
  const back = path.join(scratch, "back");
  expect(await commandIn(later, ["import", kept, "--data", back])).toMatchObject({ code: 0 });
}, 600_000);
