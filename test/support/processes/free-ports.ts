import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range that systems give to outgoing connections, so that nothing takes a port between probe and use. */
const ALL = [20_000, 30_000] as const;
/** Suites that run side by side have ports of their own: another could take one between probe and use. */
const LANES = 4;
const PER_LANE = (ALL[1] - ALL[0]) / LANES;
const lane = process.env["WAYBILL_TEST_LANE"];
const FIRST = ALL[0] + (Number(lane ?? 0) % LANES) * PER_LANE;
const RANGE = lane === undefined ? ALL : ([FIRST, FIRST + PER_LANE] as const);
const MOST_TRIES = 200;

/** Ports of this machine that nobody listens on, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count && tries < MOST_TRIES; tries += 1) {
    const port = randomInt(...RANGE);
    if (!found.has(port) && (await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))) found.add(port);
  }
  if (found.size < count) throw new Error("no free port on this machine");
  return [...found];
}

/** Free ports of a Waybill with a sandbox bank: that of its pages, that of the bank, and flags for all but the first. */
export async function portsOfOwn(): Promise<{ port: number; bank: number; flags: readonly string[] }> {
  const [port = 0, provider = 0, metrics = 0, bank = 0] = await freePorts(4);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  return { port, bank, flags };
}

/** How far the ports of a Waybill that is told only its first one reach, with what it moves to. */
const ROW = 10;

/** First ports of rows in which nobody listens: what is not set of a Waybill's ports follows its first one. */
export async function freePortRows(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count && tries < MOST_TRIES; tries += 1) {
    const first = randomInt(RANGE[0] / ROW, RANGE[1] / ROW) * ROW;
    const row = Array.from({ length: ROW }, (_, place) => first + place);
    const free = await Promise.all(
      row.map(async (port) => (await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))),
    );
    if (free.every(Boolean)) found.add(first);
  }
  if (found.size < count) throw new Error("no free row of ports on this machine");
  return [...found];
}

/** An address that this machine does not have counts as free. */
function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once("error", (error: NodeJS.ErrnoException) => done(error.code !== "EADDRINUSE"));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });
}
