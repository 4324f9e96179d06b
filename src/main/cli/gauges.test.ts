import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics.ts";
import { useWorld } from "#test/support/use-world.ts";
import { ownGauges } from "./gauges.ts";

const { world } = useWorld();

/** Names that a histogram makes of its own. */
const PARTS = /_(?:bucket|count|sum)$/;

async function exportedNames(): Promise<Set<string>> {
  const metrics = createMetrics({
    pool: world.db.pool,
    liveReaders: () => 0,
    roomGauges: ownGauges({ data: tmpdir(), databaseUrl: undefined, backupTo: tmpdir() }),
  });
  const text = await metrics.text();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
}

test.each(["alerts.yml", "alerts.test.yml", "dashboard.json"])(
  "every figure that deploy/monitoring/%s names is one that /metrics has",
  async (file) => {
    const text = readFileSync(`deploy/monitoring/${file}`, "utf8");
    const named = text.match(/\b(?:waybill|nodejs|process)_[a-z0-9_]+/g) ?? [];
    const exported = await exportedNames();
    expect(named.length).toBeGreaterThan(10);
    const unknown = named.filter((name) => !exported.has(name) && !exported.has(name.replace(PARTS, "")));
    expect(unknown).toEqual([]);
  },
);

test("the disk's room is among the figures", async () => {
  const [disk] = ownGauges({ data: tmpdir(), databaseUrl: undefined, backupTo: undefined }).filter(
    ({ name }) => /disk/.test(name),
  );
  expect(await disk?.read(world.db.pool)).toBeGreaterThan(1_000_000);
});
