import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockHolder, takeLock } from "./embedded-lock.ts";
import { bornAt } from "./process-info.ts";

const fresh = () => join(mkdtempSync(join(tmpdir(), "waybill-lock-")), "lock");
const goneId = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("a lock is held once and can be taken again after release", () => {
  const path = fresh();
  const lock = takeLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  expect(() => takeLock(path)).toThrow(`process ${process.pid}`);
  lock.release();
  expect(lockHolder(path)).toBeUndefined();
  takeLock(path).release();
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test("the lock of a process that is gone is taken over", () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ pid: goneId(), born: "x" }));
  const lock = takeLock(path);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
  lock.release();
});

test("a process id that was used again by another program does not keep the lock", () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ pid: process.ppid, born: "another life" }));
  expect(bornAt(process.ppid)).not.toBe("");
  takeLock(path).release();
});

test("the lock of a living process is never stolen", () => {
  const path = fresh();
  writeFileSync(path, JSON.stringify({ pid: process.ppid, born: bornAt(process.ppid) }));
  expect(() => takeLock(path)).toThrow(`process ${process.ppid}`);
});

test("an unreadable lock file is replaced", () => {
  const path = fresh();
  writeFileSync(path, "");
  expect(() => takeLock(path)).not.toThrow();
});
