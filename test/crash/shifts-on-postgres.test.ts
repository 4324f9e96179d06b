import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { withDatabase } from "#test/support/database/database-template.ts";
import type { Guard } from "#test/shifts/guards.ts";
import type { ShiftReport } from "#test/shifts/run.ts";
import { openWireDatabase } from "#test/shifts/wire/database.ts";
import { openWireShifts } from "#test/shifts/wire/shifts.ts";

/** Plays seeds on a copy of the migrated template. */
async function play(seeds: readonly number[], without: readonly Guard[] = []): Promise<ShiftReport[]> {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  const name = `waybill_shifts_${randomBytes(6).toString("hex")}`;
  const shifts = await openWireShifts(1, {
    open: async () => {
      await admin.query(`create database ${name} template ${inject("templateName")}`);
      return openWireDatabase(withDatabase(inject("adminUrl"), name));
    },
    stop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  });
  onTestFinished(() => shifts.close());
  const reports: ShiftReport[] = [];
  await shifts.run(seeds, (report) => reports.push(report), without);
  return reports;
}

test("shifts through HTTP on PostgreSQL lose and double nothing", async () => {
  const reports = await play([1, 2]);
  expect(reports.flatMap(({ seed, wrong }) => wrong.map((what) => `${seed}: ${what}`))).toEqual([]);
  const commands = reports.reduce((sum, report) => sum + report.commands, 0);
  expect(commands).toBeGreaterThan(20);
});

test("a restored database that nobody notices loses work, and the shifts say so", async () => {
  const reports = await play([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ["restore-reoffer"]);
  expect(reports.flatMap(({ wrong }) => wrong).join()).toMatch(/is nowhere|is not at the server/);
});
