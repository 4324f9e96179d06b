import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { privacyApi } from "#features/privacy/contract/api.ts";
import { sealAll } from "#features/audit/server/seal.ts";
import { unsealedGauge } from "#features/audit/server/public.ts";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { auditCommand } from "./audit-command.ts";
import { examineAudit } from "./doctor/audit.ts";

const { world, ada } = useWorld({ runJobs: false, people: { ada: ["Ada Admin", "org-admin"] } });

const given = (...words: string[]) =>
  readSettings({}, ["--database-url", String(world.db.pool.options.connectionString), ...words], ["--head"]);

/** Runs the command. @returns its lines and how it ends */
async function run(...words: string[]): Promise<{ lines: string[]; code: number }> {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await auditCommand(given(...words), process.cwd());
    return { lines: lines.join("").trim().split("\n"), code: process.exitCode };
  } finally {
    process.exitCode = before;
    write.mockRestore();
  }
}
const doctor = () => examineAudit(settle(given().settings, {}));

/** Changes the periods as often, and seals them. */
async function act(times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const { version } = good(await ada.call(privacyApi.readRetention, {}));
    const periods = { version, recipient: 30 + nth, sender: null, pictures: null };
    good(await ada.call(privacyApi.editRetention, periods));
  }
}
const seal = () => sealAll(world.db, () => world.now);

test("a whole chain says how long it is, and its head, by which it is found again", async () => {
  await act(3);
  expect(await unsealedGauge.read(world.db.pool)).toBeGreaterThanOrEqual(0);
  expect((await run("verify")).lines).toEqual([
    expect.stringMatching(/^Test Couriers: 0 entries, none is sealed yet, head 0{64}$/),
    "  3 newer entries wait to be sealed; that takes a minute.",
  ]);
  await seal();
  expect(await unsealedGauge.read(world.db.pool)).toBe(0);
  const { lines, code } = await run("verify");
  expect(code).toBe(0);
  const [, head = ""] =
    /^Test Couriers: 3 entries, sealed until 2026-06-17T08:00:00Z, head ([0-9a-f]{64})$/.exec(
      lines[0] ?? "",
    ) ?? [];
  expect(head).not.toBe("");
  await act(1);
  await seal();
  expect((await run("verify", "--head", head)).code).toBe(0);
  expect(await doctor()).toMatchObject([{ verdict: "good", says: "4 entries are as they were sealed" }]);
});

test("a head that no chain has ends with 1, and says why", async () => {
  const { lines, code } = await run("verify", "--head", "a".repeat(64));
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^No chain has the head a{64}: entries were cut off its end/);
});

test("a broken chain names the entry and ends with 1, and the doctor says so", async () => {
  await world.db.owner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update audit_entry set facts = '{}' where id = (select entry_id from audit_seal where number = 2)`.execute(
      tx,
    );
  });
  const { lines, code } = await run("verify");
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^ {2}Entry 2 is not as it was sealed/);
  expect(await doctor()).toMatchObject([{ verdict: "bad", says: "the chain is broken at entry 2" }]);
});

test.each([[["verfy"]], [["verify", "abc"]], [["verify", "--head"]], [["verify", "--head", "abc"]]])(
  "%j is not understood",
  async (words) => {
    await expect(run(...words)).rejects.toThrow(/^Say "waybill audit verify"|^A head is 64/);
  },
);
