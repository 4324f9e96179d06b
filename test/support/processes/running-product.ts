import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { portsOfOwn } from "./free-ports.ts";
import { takeMadeData } from "./made-data.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly productUrl: string;
    /** Address at which its sandbox bank takes orders of tests. */
    readonly bankUrl: string;
    /** Folder of its data. */
    readonly productFolder: string;
  }
}

/** Limit of one person's refunds, so that a booking of a few euros already needs two. */
const ALONE_MINOR = 300;

/**
 * Starts Waybill as its user does, with data of its own, for all journeys. `WAYBILL_TEST_URL` names a running one
 * (with the settings below), and `WAYBILL_TEST_BANK_URL` its sandbox bank and `WAYBILL_TEST_DATA` its data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const already = process.env["WAYBILL_TEST_URL"];
  if (already) {
    project.provide("bankUrl", process.env["WAYBILL_TEST_BANK_URL"] ?? "");
    project.provide("productUrl", already);
    project.provide("productFolder", process.env["WAYBILL_TEST_DATA"] ?? "");
    return () => Promise.resolve();
  }
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-e2e-"));
  takeMadeData("demo", folder);
  const { port, bank, flags } = await portsOfOwn();
  const product = await startProduct(folder, port, [
    ...flags,
    `--refund-limits=EUR=${ALONE_MINOR}`,
    "--push-private=yes",
  ]);
  project.provide("bankUrl", `http://127.0.0.1:${bank}`);
  project.provide("productUrl", product.url);
  project.provide("productFolder", folder);
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
