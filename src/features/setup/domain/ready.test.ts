import { expect, test } from "vitest";
import { type ReadyFacts, READY_CHECKS, readyRows } from "./ready.ts";

const HOUR = 3_600_000;
const GOOD: ReadyFacts = {
  publicUrl: "https://parcels.example",
  trustsProxy: true,
  hasOwnProvider: true,
  money: "real",
  hasMailServer: true,
  hasMailed: true,
  backsUp: true,
  backupAgeMs: HOUR,
  freeBytes: 50e9,
  openSecrets: [],
  isOpen: true,
  hasMap: true,
  hasOwnPrices: true,
  hasLaterPrices: true,
  admins: 2,
  postgres: 18,
};

test("every line ticks itself in a production that lacks nothing", () => {
  const rows = readyRows(GOOD);
  expect(rows.map(({ check }) => check)).toEqual([...READY_CHECKS]);
  expect(rows.filter(({ state }) => state !== "good")).toEqual([]);
});

test.each<[Partial<ReadyFacts>, string, string]>([
  [{ publicUrl: "http://localhost:8080" }, "https", "bad"],
  [{ trustsProxy: false }, "proxy", "careful"],
  [{ hasOwnProvider: false }, "provider", "bad"],
  [{ money: "pretended" }, "payment", "bad"],
  [{ money: "tried" }, "payment", "bad"],
  [{ hasMailServer: false }, "mail", "bad"],
  [{ backupAgeMs: 25 * HOUR }, "backup", "bad"],
  [{ backupAgeMs: null }, "backup", "bad"],
  [{ isOpen: false }, "open", "bad"],
  [{ hasMap: false }, "map", "bad"],
  [{ hasOwnPrices: false }, "price", "careful"],
  [{ hasLaterPrices: false }, "later", "careful"],
  [{ admins: 1 }, "admins", "careful"],
  [{ openSecrets: ["WAYBILL_MAIL_URL_FILE"] }, "secrets", "bad"],
  [{ freeBytes: 1e9 }, "disk", "careful"],
  [{ postgres: 15 }, "database", "careful"],
])("with %o the line %s is %s and names the next act", (lack, check, state) => {
  const [row, ...others] = readyRows({ ...GOOD, ...lack }).filter((one) => one.state !== "good");
  expect(others).toEqual([]);
  expect(row).toMatchObject({ check, state });
  expect(row?.page ?? row?.command).toBeTruthy();
});

test("a mail server that nobody tried yet is tried from the page itself", () => {
  const row = readyRows({ ...GOOD, hasMailed: false }).find(({ check }) => check === "mail");
  expect(row).toMatchObject({ state: "careful", page: null, command: null });
});

test("an organisation that takes no cards needs no keys, and none on http needs a proxy", () => {
  expect(readyRows({ ...GOOD, money: "none" }).find(({ check }) => check === "payment")?.state).toBe("good");
  const local = { ...GOOD, publicUrl: "http://localhost", trustsProxy: false };
  expect(readyRows(local).find(({ check }) => check === "proxy")?.state).toBe("good");
});
