import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "#test/support/product.ts";
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
  const product = await startProduct(folder, await freePort(), ["--oidc-issuer", `${provider.url}/ok`]);
  project.provide("evilUrl", provider.url);
  project.provide("evilProductUrl", product.url);
  return async () => {
    await product.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done) => {
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
