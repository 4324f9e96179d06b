import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const UNIT = resolve("deploy/waybill.service");
/** Of ten, by `systemd-analyze security`: 9.6 is a service without any hardening. */
const MOST_EXPOSED = 1.5;

test("the unit restarts what ends, gives Waybill longer than its ten seconds to stop and leaves it its just-in-time compiler", () => {
  const unit = readFileSync(UNIT, "utf8");
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
});

test("systemd finds the unit exposed by at most 1.5 of 10", (context) => {
  const { error, stdout, status } = spawnSync(
    "systemd-analyze",
    ["security", "--offline=true", `--threshold=${MOST_EXPOSED * 10}`, UNIT],
    { encoding: "utf8" },
  );
  if (error) context.skip("needs systemd-analyze");
  expect(stdout).toMatch(/Overall exposure level for waybill\.service: \d/);
  expect(status, stdout).toBe(0);
});
