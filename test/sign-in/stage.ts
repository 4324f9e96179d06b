import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openBrowser } from "#test/support/web/browser.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, startProduct } from "#test/support/processes/product.ts";
import type { ProviderUnderTest } from "./provider.ts";

/** How long anything on a page may take on a busy machine. */
export const PATIENCE_MS = 45_000;

/** A provider, a Waybill that names it, and a browser. */
export interface Stage {
  readonly provider: ProviderUnderTest;
  readonly url: string;
  /** A browser profile of its own with one page: own storage, own cookies. */
  open(): Promise<Visitor>;
  /** Complaints of browsers since the last call: faults of scripts, violations of the content policy. */
  complaints(): string[];
  close(): Promise<void>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Starts everything on ports of its own. @param makeProvider gets Waybill's address and the one for an embedded provider */
export async function openStage(
  makeProvider: (url: string, embeddedIssuer: string) => Promise<ProviderUnderTest> | ProviderUnderTest,
): Promise<Stage> {
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-sign-in-"));
  takeMadeData("bare", folder);
  const provider = await makeProvider(`http://localhost:${port}`, `http://localhost:${providerPort}`);
  const own = [
    "--provider-port",
    String(providerPort),
    "--metrics-port",
    String(metricsPort),
    "--demo",
    "no",
  ];
  const product = await startProduct(folder, port, [...own, ...provider.settings]);
  const browser = await openBrowser();
  const complaints: string[] = [];
  return {
    provider,
    url: product.url,
    open: () => openVisitor(browser, product, complaints),
    complaints: () => complaints.splice(0),
    async close() {
      await browser.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openVisitor(browser: Browser, product: Product, complaints: string[]): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: "en",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // Pages of the provider are its own business.
    const isOurs = message.page()?.url().startsWith(product.url) === true;
    if (isOurs && /Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return { context, page: await context.newPage() };
}
