import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPromtool } from "../tools/promtool.mjs";

const FOLDER = "deploy/monitoring";

test.each([
  ["the settings of Prometheus and its alarms are well formed", ["check", "config", "prometheus.yml"]],
  ["each alarm rings when it should, and none on a quiet day", ["test", "rules", "alerts.test.yml"]],
])("%s", (_name, args) => {
  const promtool = findPromtool();
  expect(promtool, "promtool: install Debian's package prometheus").toBeDefined();
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: FOLDER, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
});

test("each alarm says how urgent it is, what happened and what to do", () => {
  const [, ...alarms] = readFileSync(`${FOLDER}/alerts.yml`, "utf8").split("- alert: ");
  expect(alarms.length).toBeGreaterThan(10);
  for (const alarm of alarms) {
    expect(alarm).toMatch(/severity: (?:page|work)\b/);
    expect(alarm).toMatch(/summary: \S/);
    expect(alarm).toMatch(/action: \S/);
    // The test of alarms lets each ring.
    expect(readFileSync(`${FOLDER}/alerts.test.yml`, "utf8")).toContain(`"${/^\w+/.exec(alarm)?.[0]}"`);
  }
});

test("the dashboard is one that Grafana can import: data source and job are chosen, panels do not overlap", () => {
  const { panels, templating } = JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, "utf8"));
  expect(templating.list.map(({ name }: { name: string }) => name)).toEqual(["datasource", "job"]);
  const taken = new Set<string>();
  for (const { id, title, gridPos } of panels) {
    expect(title, `panel ${id}`).toMatch(/\w/);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(x).toBeLessThan(24);
        expect(taken.has(`${x}.${y}`), `${title} at ${x}.${y}`).toBe(false);
        taken.add(`${x}.${y}`);
      }
  }
});
