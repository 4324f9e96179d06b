import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import S3rver from "s3rver";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { bucketIn, openBucket } from "#server/backup/bucket/bucket.ts";
import { readManifest } from "#server/backup/manifest.ts";
import { openCopies } from "#server/backup/bucket/copies.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { openCrew } from "#test/support/people/crew.ts";
import { type World, openWorld } from "#test/support/world.ts";
import { examineBackups } from "../doctor/backups.ts";
import { backUpTo, bringFrom, lastBackup, placeOf } from "./backup-place.ts";
import { restoreCommand } from "./restore-command.ts";
import { sourceOf } from "./source.ts";
import { verifyCommand } from "./verify-command.ts";

const ROOT = process.cwd();
const PLAIN = { reserve: 0, allowMissing: false };
let world: World;
let storage: S3rver;
let folder: string;
let endpoint: string;
let connection: { readonly connectionString: string };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-bucket-"));
  storage = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    allowMismatchedSignatures: false,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: "carrier" }],
  });
  endpoint = `http://127.0.0.1:${(await storage.run()).port}`;
  world = await openWorld({ runJobs: false });
  await (await openCrew(world)).delivered();
  const [row] = await world.run(sql<{ name: string }>`select current_database() as name`);
  connection = withDatabase(inject("adminUrl"), row?.name ?? "");
});
afterAll(async () => {
  await world.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

let to: string;
let nth = 0;
beforeEach(() => {
  nth += 1;
  to = `s3://carrier/backups/${nth}`;
});

/** Settings of one machine with its own data folder. */
const settingsOf = (data: string, more: Readonly<Record<string, string>> = {}) =>
  readSettings(
    {
      WAYBILL_BACKUP_S3_ENDPOINT: endpoint,
      WAYBILL_BACKUP_S3_KEY: "S3RVER",
      WAYBILL_BACKUP_S3_SECRET: "S3RVER",
      WAYBILL_BACKUP_TO: to,
      ...more,
    },
    ["--data", data],
  ).settings;

const machine = () => settingsOf(mkdtempSync(path.join(folder, "data-")));
const source = () => sourceOf(connection, world.dataFolder, ROOT);
const bucketOf = () =>
  openBucket(bucketIn(to), { endpoint, region: "us-east-1", keyId: "S3RVER", secret: "S3RVER" });
const piecesIn = () => bucketOf().list("files/");

function listen(): () => string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

const restoreInto = (data: string, from: string) =>
  restoreCommand(
    readSettings(
      {
        WAYBILL_BACKUP_S3_ENDPOINT: endpoint,
        WAYBILL_BACKUP_S3_KEY: "S3RVER",
        WAYBILL_BACKUP_S3_SECRET: "S3RVER",
      },
      [from, "--data", data],
      ["--replace"],
    ),
    ROOT,
  );

test("a backup is copied into a bucket, verified from there and restored on another machine", async () => {
  const said = listen();
  const settings = machine();
  const { taken } = await backUpTo(placeOf(to, settings), source(), PLAIN);
  expect(await lastBackup(settings, Date.now())).toBe(Date.parse(taken.manifest.takenAt));
  const name = path.basename(taken.folder);
  // One copy at a time, and whatever names begin like a backup's are no backups.
  const lock = takeLock(path.join(settings.data, "backups", "waybill-copy.lock"));
  await expect(backUpTo(placeOf(to, settings), source(), PLAIN)).rejects.toThrow("is under way");
  lock.release();
  await expect(bringFrom("s3://carrier/waybill-prod", settings, folder)).rejects.toThrow("holds no backup:");
  await verifyCommand(`${to}/${name}`, ROOT, settings);
  expect(said()).toContain(`${name} is whole`);
  const data = path.join(folder, "elsewhere");
  await restoreInto(data, to);
  expect(said()).toContain("The backup is restored. Start Waybill.");
  const pictures = taken.manifest.files.filter((one) => one.path.startsWith("pictures/"));
  expect(pictures.length).toBeGreaterThan(0);
  for (const one of pictures) expect(statSync(path.join(data, one.path)).size).toBe(one.bytes);
  expect(readdirSync(data)).not.toContain(".brought");
}, 120_000);

test("pictures that did not change are sent once", async () => {
  const settings = machine();
  const { taken } = await backUpTo(placeOf(to, settings), source(), PLAIN);
  const before = await piecesIn();
  await backUpTo(placeOf(to, settings), source(), PLAIN);
  const after = await piecesIn();
  const sentAt = new Map(after.map(({ key, changedAt }) => [key, changedAt.getTime()]));
  for (const { sha256 } of taken.manifest.files) {
    const key = `files/${sha256.slice(0, 2)}/${sha256}`;
    const was = before.find((one) => one.key === key);
    expect(was).toBeDefined();
    expect(sentAt.get(key)).toBe(was?.changedAt.getTime());
  }
  expect(
    readdirSync(path.join(settings.data, "backups")).filter((one) => one.startsWith("waybill-2")),
  ).toHaveLength(1);
});

test("the rule deletes earlier backups, and once a day the pieces that none names any more", async () => {
  const settings = machine();
  const place = placeOf(to, settings);
  const [first, second] = [
    await backUpTo(place, source(), PLAIN),
    await backUpTo(place, source(), { ...PLAIN, rule: { hours: 0, days: 0, weeks: 0, months: 0 } }),
  ];
  expect(second.deleted).toEqual([path.basename(first.taken.folder)]);
  await bucketOf().putText("files/00/unnamed", "{}");
  const copies = openCopies(bucketOf());
  const [kept] = await copies.good();
  // A backup of the day before, so that the next one is the first of its day.
  const text = (await bucketOf().text(`good/${kept?.name}.json`)) ?? "";
  await bucketOf().putText("good/waybill-2001-01-01T00-00-00.000Z.json", text);
  const unnamed = (await piecesIn()).find(({ key }) => key === "files/00/unnamed");
  await copies.prune({ hours: 1, days: 0, weeks: 0, months: 0 });
  expect(await piecesIn()).toContainEqual(unnamed);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 49 * HOUR_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  await bucketOf().putText("good/waybill-2001-01-01T00-00-00.000Z.json", text);
  await copies.prune({ hours: 1, days: 0, weeks: 0, months: 0 });
  expect((await piecesIn()).map(({ key }) => key)).not.toContain("files/00/unnamed");
  expect(readManifest(await copies.bring(path.join(folder, "kept"))).files.length).toBeGreaterThan(0);
}, 120_000);

test("a piece that was changed or is gone is named, and nothing is restored", async () => {
  const settings = machine();
  const { taken } = await backUpTo(placeOf(to, settings), source(), PLAIN);
  const sha256 = taken.manifest.files[0]?.sha256 ?? "";
  const key = `files/${sha256.slice(0, 2)}/${sha256}`;
  listen();
  await bucketOf().putText(key, "something else");
  const data = path.join(folder, "untouched");
  await expect(restoreInto(data, to)).rejects.toMatchObject({ exitCode: 2 });
  await bucketOf().remove([key]);
  await expect(restoreInto(data, to)).rejects.toThrow("is damaged");
  expect(readdirSync(data)).toEqual([]);
  // The next backup sends again what is gone.
  const next = await backUpTo(placeOf(to, settings), source(), PLAIN);
  const brought = await openCopies(bucketOf()).bring(path.join(folder, "whole"));
  expect(readManifest(brought)).toEqual(next.taken.manifest);
}, 60_000);

test("another installation's folder, a wrong key, a missing bucket and a silent storage are each one sentence", async () => {
  const settings = machine();
  await backUpTo(placeOf(to, settings), source(), PLAIN);
  const stranger = { ...source(), installation: () => "another" };
  await expect(backUpTo(placeOf(to, machine()), stranger, PLAIN)).rejects.toThrow("another installation");
  const good = async (more: Readonly<Record<string, string>>, place = to) =>
    placeOf(place, settingsOf(settings.data, more)).copies?.good();
  await expect(good({ WAYBILL_BACKUP_S3_KEY: "WRONG" })).rejects.toThrow("refuses us");
  await expect(good({}, "s3://nowhere/at-all")).rejects.toThrow("has no bucket nowhere");
  await expect(good({ WAYBILL_BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" })).rejects.toThrow("does not answer");
  expect(() => placeOf("s3://UPPER", settings)).toThrow("s3://bucket/folder");
  expect(() => placeOf(to, readSettings({}, []).settings)).toThrow("WAYBILL_BACKUP_S3_ENDPOINT");
  await expect(restoreInto(path.join(folder, "none"), "s3://carrier/nothing/here")).rejects.toThrow(
    "holds no backup",
  );
});

test("a backup whose copy failed is none", async () => {
  const settings = machine();
  const place = placeOf(to, settingsOf(settings.data, { WAYBILL_BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" }));
  for (let time = 0; time < 2; time += 1)
    await expect(backUpTo(place, source(), PLAIN)).rejects.toThrow("does not answer");
  // Only the newest one waits for the next copy.
  expect(readdirSync(place.folder).filter((one) => one.startsWith("waybill-2"))).toHaveLength(1);
  expect(await lastBackup(settings, Date.now())).toBeUndefined();
  const findings = await examineBackups({ ...settings, demo: false }, Date.now());
  expect(JSON.stringify(findings)).toContain("holds no backup yet");
  await backUpTo(placeOf(to, settings), source(), PLAIN);
  expect(JSON.stringify(await examineBackups({ ...settings, demo: false }, Date.now()))).toContain(
    "the last good backup is 0 minutes old",
  );
  writeFileSync(path.join(place.folder, "copied.json"), "{");
  expect(await lastBackup(settings, Date.now())).toBeUndefined();
});

test("a large piece goes in parts", async () => {
  const file = path.join(folder, "large");
  writeFileSync(file, Buffer.alloc(20e6, "Waybill"));
  const bucket = bucketOf();
  await bucket.put("files/large", file);
  const back = await bucket.open("files/large");
  expect(Buffer.concat((await back?.toArray()) ?? []).equals(readFileSync(file))).toBe(true);
  expect(await bucket.open("files/none")).toBeUndefined();
});
