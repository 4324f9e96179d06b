import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { freePorts } from "./support/processes/free-ports.ts";
import { type Product, startProduct } from "./support/processes/product.ts";
import { openVisitor } from "./support/sign-in/sign-in-service.ts";

const MB = 1_000_000;
const DISK_MB = 440;
const RESERVE_MB = 60;
/** An answer may take this long while nothing can be written. */
const ANSWER_MS = 20_000;

let folder = "";
let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Writes zeros until only so much of the disk is free, or nothing more goes on it. */
function leaveFree(bytes: number): void {
  const handle = openSync(path.join(folder, "filler"), "a");
  const zeros = Buffer.alloc(64 * 1024);
  const free = () => {
    const disk = statfsSync(folder);
    return disk.bavail * disk.bsize;
  };
  try {
    while (free() > bytes) writeSync(handle, zeros);
  } catch {
    // Full.
  }
  closeSync(handle);
}

test("a full disk refuses what is new and answers everything else, and is got over without a hand", async (context) => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-disk-"));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status !== 0)
    context.skip("needs the right to mount");
  const data = path.join(folder, "data");
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  const ports = [`--provider-port=${providerPort}`, `--metrics-port=${metricsPort}`];
  product = await startProduct(data, port, ["--no-demo", `--disk-reserve=${RESERVE_MB}`, ...ports]);
  const { url } = product;
  const visitor = await openVisitor(`http://localhost:${providerPort}`, url);
  const { tokens } = await visitor.signIn("greta", visitor.browser("Mozilla/5.0 Firefox/140.0"));
  const ask = async (address: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${address}`, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const me = () => ask("/api/me", { headers: { authorization: `Bearer ${tokens.access_token}` } });
  /** Nonsense: refused as such wherever writes are taken. */
  const write = () =>
    ask("/api/quotes", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect((await write()).status).toBe(400);

  leaveFree((RESERVE_MB / 2) * MB);
  await expect
    .poll(write, { timeout: 60_000 })
    .toMatchObject({ status: 503, body: { code: "http.disk-full", way: "retry" } });
  expect((await me()).status).toBe(200);
  expect((await ask("/webhooks/payments/stripe", { method: "POST", body: "{}" })).status).toBe(503);
  expect((await ask("/auth/backchannel-logout", { method: "POST", body: "{}" })).status).toBe(400);
  expect(await ask("/readyz")).toEqual({ status: 200, body: { status: "degraded", degraded: ["disk"] } });

  const door = await visitor.browser().visit((await visitor.pending()).url);
  expect([door.status, door.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await door.text()).toContain("Signing in is not possible right now");
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(200);

  leaveFree(0);
  for (let until = Date.now() + 4_000; Date.now() < until; await sleep(20)) {
    expect((await ask("/livez")).status).toBe(200);
    expect([200, 503]).toContain((await me()).status);
    expect((await write()).status).toBe(503);
  }

  rmSync(path.join(folder, "filler"));
  await expect.poll(async () => (await write()).status, { timeout: 60_000 }).toBe(400);
  await expect.poll(async () => (await me()).status, { timeout: 60_000 }).toBe(200);
  const again = await visitor.signIn("greta", visitor.browser("Mozilla/5.0 Firefox/141.0"));
  expect(again.tokens.access_token).not.toBe(tokens.access_token);
  const figures = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  expect(Number(/^waybill_log_lines_dropped_total (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(0);
  await expect
    .poll(() => readFileSync(path.join(data, "waybill.log"), "utf8"), { timeout: 60_000 })
    .toMatch(/"lines":\d+,"msg":"log lines were dropped"/);
}, 300_000);
