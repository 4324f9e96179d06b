import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePorts } from "./support/processes/free-ports.ts";
import { takeMadeData } from "./support/processes/made-data.ts";
import { type Product, startProduct } from "./support/processes/product.ts";
import { openVisitor } from "./support/sign-in/sign-in-service.ts";

let folder = "";
let product: Product | undefined;
afterEach(async () => {
  await product?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test("a restart of the whole product signs nobody out, neither an orderly one nor a power cut", async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-restart-"));
  takeMadeData("bare", folder);
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  const ports = [`--provider-port=${providerPort}`, `--metrics-port=${metricsPort}`];
  const start = () => startProduct(folder, port, ["--no-demo", ...ports]);
  const issuer = `http://localhost:${providerPort}`;
  product = await start();
  const { url } = product;
  const visitor = await openVisitor(issuer, url);
  const { tab, tokens } = await visitor.signIn("greta", visitor.browser("Mozilla/5.0 Firefox/140.0"));
  const me = async (token: string) =>
    (await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await me(tokens.access_token)).toBe(200);

  let refreshToken = tokens.refresh_token;
  for (const end of ["stop", "kill"] as const) {
    await product[end]();
    product = await start();
    expect(product.url).toBe(url);
    const login = await visitor.pending({ prompt: "none" });
    const again = await visitor.tokensFor(await tab.visit(login.url), login);
    expect(await me(again.access_token)).toBe(200);
    const fresh = await visitor.refreshed(refreshToken);
    expect(await me(fresh.access_token)).toBe(200);
    expect(await me(tokens.access_token)).toBe(200);
    expect(await (await tab.visit(`${issuer}/account`)).text()).toContain("Greta Sommer");
    refreshToken = fresh.refresh_token;
  }

  await tab.visit(`${issuer}/account`, await endAllForm(tab, issuer));
  expect(await me(tokens.access_token), "the back channel reached the app").toBe(401);
  expect((await visitor.refresh(refreshToken)).status).toBe(400);
}, 300_000);

test("when PostgreSQL is killed it is started again, and calls meanwhile are answered 503", async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-restart-"));
  takeMadeData("bare", folder);
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  const ports = [`--provider-port=${providerPort}`, `--metrics-port=${metricsPort}`];
  product = await startProduct(folder, port, ["--no-demo", ...ports]);
  const { url } = product;
  const ask = async (address: string) => (await fetch(`${url}${address}`)).status;
  const order = `/api/orders/${crypto.randomUUID()}`;
  const usual = await ask(order);
  const file = path.join(folder, "postgres", "pg", "postmaster.pid");
  const postmaster = () => (existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0);
  const killed = postmaster();
  process.kill(killed, "SIGKILL");
  const statuses = new Set<number>();
  await expect
    .poll(
      async () => {
        statuses.add(await ask(order));
        return ![0, killed].includes(postmaster()) && (await ask("/readyz"));
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(200);
  expect([...statuses].filter((status) => status !== usual && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  expect(await ask(order)).toBe(usual);
}, 300_000);

/** Request of the button "Sign out everywhere". */
async function endAllForm(tab: { visit: (url: string) => Promise<Response> }, issuer: string) {
  const text = await (await tab.visit(`${issuer}/account`)).text();
  return { token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "" };
}
