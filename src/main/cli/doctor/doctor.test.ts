import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, onTestFinished, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { EARLIER_LAYOUT } from "#server/db/migrate.ts";
import { openBareDatabase } from "#test/support/database/bare-database.ts";
import { examine, report } from "./doctor.ts";
import { runChecks } from "./finding.ts";
import { machineChecks } from "./machine.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function settingsOn(port: number) {
  const folder = mkdtempSync(join(tmpdir(), "waybill-doctor-"));
  folders.push(folder);
  return settle(readSettings({}, ["--data", folder, "--port", String(port)]).settings, {});
}

test("doctor finds everything in order on this machine", async () => {
  const chapters = await examine(settingsOn(28_150), process.cwd());
  expect(chapters.map(({ title, findings }) => [title, findings.map(({ about }) => about)])).toEqual([
    ["This machine", ["node", "platform", "folder", "disk", "running", "ports", "database"]],
    ["Sign-in", ["sign-in"]],
  ]);
  const findings = chapters.flatMap((chapter) => chapter.findings);
  expect(findings.filter(({ verdict }) => verdict === "bad")).toEqual([]);
  for (const { verdict, cure } of findings)
    expect(cure ?? "").toMatch(verdict === "good" ? /^$/ : /^[A-Z][^\n]+\.$/);
});

test("doctor checks a database of one's own: version, role, clock, fences", async () => {
  const settings = { ...settingsOn(28_160), databaseUrl: inject("adminUrl") };
  const findings = (await examine(settings, process.cwd())).flatMap((chapter) => chapter.findings);
  expect(findings.find(({ about }) => about === "database")).toMatchObject({
    verdict: "careful",
    says: expect.stringMatching(/PostgreSQL \d+, .*more than an owner/),
    cure: expect.stringMatching(/DATABASE_URL/),
  });
});

test("doctor says that a database of one's own has the tables of an earlier Waybill", async () => {
  const bare = await openBareDatabase();
  onTestFinished(() => bare.close());
  await bare.db.pool.query("insert into schema_migration (name, hash) values ('0001-core.sql', 'x')");
  const settings = { ...settingsOn(28_160), databaseUrl: bare.connection.connectionString };
  const [found] = await runChecks(
    machineChecks(settings, undefined, process.cwd()).filter(([about]) => about === "database"),
  );
  expect(found).toMatchObject({ verdict: "bad", says: EARLIER_LAYOUT.says, cure: EARLIER_LAYOUT.cure });
});

test.each([
  ["http://localhost:8080", [], undefined],
  ["https://waybill.example", ["10.0.0.0/8"], "good"],
  ["https://waybill.example", [], "careful"],
])("people come by %s, trusted are %j: the proxy is %s", async (publicUrl, trustProxy, verdict) => {
  const checks = machineChecks({ ...settingsOn(28_170), publicUrl, trustProxy }, undefined, process.cwd());
  const [found] = await runChecks(checks.filter(([about]) => about === "proxy"));
  expect(found?.verdict).toBe(verdict);
});

test("the report has a line for each finding, its cure below, and what it comes to", () => {
  const chapters = [
    { title: "This machine", findings: [{ verdict: "good", about: "node", says: "Node 24" }] },
    {
      title: "Sign-in at https://id.example",
      findings: [
        { verdict: "bad", about: "redirect", says: "refused", cure: "Register it." },
        { verdict: "careful", about: "dpop", says: "none", cure: "Switch it on." },
        { verdict: "unknown", about: "audience", says: "not known", cure: "Sign in once." },
      ],
    },
  ] as const;
  expect(report(chapters)).toBe(`This machine
  ok    node          Node 24

Sign-in at https://id.example
  BAD   redirect      refused
                      → Register it.
  note  dpop          none
                      → Switch it on.
  ?     audience      not known
                      → Sign in once.

1 to mend, 1 to note, 1 to be seen at the first sign-in.
`);
  expect(report(chapters.slice(0, 1))).toMatch(/\n\nAll is well\.\n$/);
});
