import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { startProduct } from "#test/support/processes/product.ts";
import { MODES } from "./modes.ts";
import { startEvilProvider } from "./provider.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly evilUrl: string;
    readonly evilProductUrl: string;
  }
}

/** Starts the misbehaving provider and a Waybill that trusts its issuer `ok`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = await startEvilProvider(MODES);
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-evil-"));
  takeMadeData("bare", folder);
  const [port = 0] = await freePortRows(1);
  const product = await startProduct(folder, port, ["--oidc-issuer", `${provider.url}/ok`]);
  project.provide("evilUrl", provider.url);
  project.provide("evilProductUrl", product.url);
  return async () => {
    await product.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
