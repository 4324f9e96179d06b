import { type Server, createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { Refusal } from "#kernel/refusal.ts";
import { useWorld } from "#test/support/use-world.ts";
import { openTracing } from "./open-tracing.ts";
import { traced } from "./traced.ts";

interface SpanRead {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly facts: Readonly<Record<string, string | number>>;
}

const { world, crew } = useWorld({ crew: true, runJobs: true });
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

type Answer = (text: string) => number | undefined;

/** A collector on a port of its own. @param answer status of its answer; without one it never answers */
async function collector(
  answer: Answer = () => 200,
): Promise<{ url: string; spans: () => SpanRead[]; texts: string[] }> {
  const texts: string[] = [];
  const server: Server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const bytes = Buffer.concat(parts);
      const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
      const status = request.url === "/v1/traces" ? answer(text) : 404;
      if (status === undefined) return;
      if (status === 200) texts.push(text);
      reply.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${address.port}`, texts, spans: () => texts.flatMap(spansIn) };
}

interface Wire {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SpanRead, "facts"> & {
        readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
      })[];
    }[];
  }[];
}

const spansIn = (text: string): SpanRead[] =>
  (JSON.parse(text) as Wire).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        facts: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]),
        ),
      })),
    ),
  );

async function trace(url: string, share = 1): Promise<{ close: () => Promise<void>; troubles: string[] }> {
  const troubles: string[] = [];
  const tracing = await openTracing({
    url,
    share,
    version: "0.0.0",
    onTrouble: (what) => troubles.push(what),
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= tracing.close());
  open.push(close);
  return { close, troubles };
}

test("a call is one trace with its transactions within, and holds nothing that a person typed", async () => {
  const { url, spans, texts } = await collector();
  const { id } = await crew.assigned();
  const tracing = await trace(url);
  await crew.read(crew.bo, id);
  await crew.bo.call(deliveriesApi.readDelivery, { id: crypto.randomUUID() });
  await tracing.close();

  const calls = spans().filter(({ name }) => name === "readDelivery");
  expect(calls.map(({ facts }) => facts["http.response.status_code"])).toEqual([200, 404]);
  expect(calls.map(({ status }) => status.code ?? 0)).toEqual([0, 0]);
  const [call] = calls;
  expect(call?.facts).toMatchObject({
    "http.route": deliveriesApi.readDelivery.path,
    "http.request.method": "GET",
  });
  const within = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(within.map(({ name, traceId }) => [name, traceId])).toContainEqual(["transaction", call?.traceId]);
  expect(within.every(({ facts }) => Number(facts["waybill.statements"]) > 0)).toBe(true);
  const said = texts.join("\n");
  for (const secret of ["Rita", id, world.orgId, "Bearer", "eyJ"]) expect(said).not.toContain(secret);
});

test("a job is a trace of its own, and what it does lies within", async () => {
  const { url, spans } = await collector();
  const tracing = await trace(url);
  await crew.assigned();
  await expect
    .poll(() => spans().some(({ name }) => name.startsWith("job ")), { timeout: 60_000 })
    .toBe(true);
  await tracing.close();
  const jobs = spans().filter(({ name }) => name.startsWith("job "));
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs.every(({ parentSpanId, kind }) => !parentSpanId && kind === 5)).toBe(true);
  const ids = new Set(jobs.map(({ spanId }) => spanId));
  expect(
    spans().some(({ name, parentSpanId }) => name === "transaction" && ids.has(parentSpanId ?? "")),
  ).toBe(true);
});

test("an error marks its span by kind and code alone, a refusal marks none, and both reach the caller", async () => {
  const { url, spans, texts } = await collector();
  const tracing = await trace(url);
  const broken = Object.assign(new TypeError("Rita broke it"), { code: "EBROKEN" });
  const fail = (name: string, error: Error, isFault?: (error: unknown) => boolean) =>
    traced({ name, kind: "client", ...(isFault && { isFault }) }, () => Promise.reject(error));
  await expect(fail("broken", broken)).rejects.toBe(broken);
  const refusal = new Refusal("http.not-found");
  await expect(fail("refused", refusal, (error) => !(error instanceof Refusal))).rejects.toBe(refusal);
  await tracing.close();
  expect(spans().find(({ name }) => name === "broken")).toMatchObject({
    status: { code: 2 },
    facts: { "error.type": "EBROKEN" },
  });
  expect(spans().find(({ name }) => name === "refused")?.status.code ?? 0).toBe(0);
  expect(texts.join("")).not.toContain("Rita");
});

test("without an address nothing is traced, and a share of nought collects nothing", async () => {
  const { url, spans } = await collector();
  expect(await traced({ name: "before", kind: "client" }, async () => 7)).toBe(7);
  const tracing = await trace(url, 0);
  expect(await traced({ name: "never", kind: "client" }, async () => 8)).toBe(8);
  await tracing.close();
  expect(await traced({ name: "after", kind: "client" }, async () => 9)).toBe(9);
  expect(spans()).toEqual([]);
});

test.each<[string, Answer | "away"]>([
  ["refuses", () => 400],
  ["breaks", () => 503],
  ["is silent", () => undefined],
  ["is away", "away"],
])("a collector that %s costs no call and no stop", async (_how, answer) => {
  const { url } = answer === "away" ? { url: "http://127.0.0.1:9" } : await collector(answer);
  const tracing = await trace(url);
  for (let n = 0; n < 3_000; n += 1) await traced({ name: "work", kind: "client" }, async () => n);
  await tracing.close();
  expect(tracing.troubles.length).toBeLessThanOrEqual(1);
});
