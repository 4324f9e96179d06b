import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { calmPool } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { freePorts } from "../processes/free-ports.ts";
import { takeMadeData } from "../processes/made-data.ts";
import { startProduct } from "../processes/product.ts";
import { openSignInService } from "./sign-in-service.ts";

export interface RotatingProduct {
  readonly url: string;
  readonly issuer: string;
  stop(): Promise<void>;
}

/** A Waybill beside an embedded provider that replaces the refresh token at every use, whatever it is bound to. */
export async function startRotatingProduct(): Promise<RotatingProduct> {
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const postgres = await startTestPostgres();
  const connection = { connectionString: postgres.url };
  await migrate(connection, "db/migrations");
  const pool = calmPool(connection);
  const provider = await openSignInService(pool, {
    appUrl: `http://localhost:${port}`,
    rotate: "always",
    dpop: "on",
  });
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-rotating-"));
  takeMadeData("bare", folder);
  const product = await startProduct(folder, port, [
    "--oidc-issuer",
    provider.issuer,
    "--metrics-port",
    String(metricsPort),
  ]);
  return {
    url: product.url,
    issuer: provider.issuer,
    async stop() {
      await product.stop();
      await provider.stop();
      await pool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
