import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly productUrl: string;
    /** Where its sandbox bank takes orders of tests. */
    readonly bankUrl: string;
    /** Where its data lies. */
    readonly productFolder: string;
  }
}

const BANK_PORT = 18_083;
/** What one person may give back alone, so that a booking of a few euros already needs two. */
const ALONE_MINOR = 300;

/**
 * Starts Waybill as its user does, with data of its own, for all journeys. `WAYBILL_TEST_URL` names a running one
 * (with the settings below), and `WAYBILL_TEST_BANK_URL` its sandbox bank and `WAYBILL_TEST_DATA` its data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("bankUrl", process.env["WAYBILL_TEST_BANK_URL"] ?? `http://127.0.0.1:${BANK_PORT}`);
  const already = process.env["WAYBILL_TEST_URL"];
  if (already) {
    project.provide("productUrl", already);
    project.provide("productFolder", process.env["WAYBILL_TEST_DATA"] ?? "");
    return () => Promise.resolve();
  }
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-e2e-"));
  const product = await startProduct(folder, 18_080, [
    `--sandbox-port=${BANK_PORT}`,
    `--refund-limits=EUR=${ALONE_MINOR}`,
  ]);
  project.provide("productUrl", product.url);
  project.provide("productFolder", folder);
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
