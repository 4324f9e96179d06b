import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly productUrl: string;
  }
}

/** Starts Waybill as its user does, with data of its own, for all journeys; `WAYBILL_TEST_URL` names a running one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const already = process.env["WAYBILL_TEST_URL"];
  if (already) {
    project.provide("productUrl", already);
    return () => Promise.resolve();
  }
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-e2e-"));
  const product = await startProduct(folder, 18_080);
  project.provide("productUrl", product.url);
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
