import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Loaded, loadScript } from "./load-script.ts";

const usable = (value: unknown) => typeof value === "function";
let tags: HTMLScriptElement[] = [];
let online = true;
let serial = 0;
let src = "";
let global = "";

beforeEach(() => {
  vi.useFakeTimers();
  serial += 1;
  src = `/bank-${serial}.js`;
  global = `Bank${serial}`;
  tags = [];
  online = true;
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) tags.push(node);
  });
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  home(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const home = (alive: boolean) =>
  vi.stubGlobal("fetch", () =>
    alive ? Promise.resolve(new Response("ok")) : Promise.reject(new TypeError("dead")),
  );
const load = () => loadScript(src, { global, usable, chance: () => 0.5 });
const arrive = (value: unknown) => Reflect.set(globalThis, global, value);
const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
/** Answers every tag in the same way until the loader is done. */
async function answerAll(
  running: Promise<Loaded>,
  answer: (tag: HTMLScriptElement) => void,
): Promise<Loaded> {
  const finished = running.then(() => "done");
  for (let answered = 0, n = 0; n < 400; n += 1) {
    await turn(100);
    for (const tag of tags.slice(answered)) answer(tag);
    answered = tags.length;
    if ((await Promise.race([finished, Promise.resolve("waiting")])) === "done") break;
  }
  return running;
}
const fail = (tag: HTMLScriptElement) => void tag.dispatchEvent(new Event("error"));
const succeed = (tag: HTMLScriptElement) => void tag.dispatchEvent(new Event("load"));
/** The tag brings this under the provider's name. */
const bring = (value: unknown) => (tag: HTMLScriptElement) => {
  arrive(value);
  succeed(tag);
};
const bank = () => undefined;
const addresses = () => tags.map((tag) => tag.getAttribute("src"));

test("loads once for any number of askers, and later askers need no request", async () => {
  const [one, two] = [load(), load()];
  expect(one).toBe(two);
  const result = await answerAll(one, bring(bank));
  expect(result).toMatchObject({ ok: true, value: bank });
  expect(await load()).toMatchObject({ ok: true });
  expect(tags).toHaveLength(1);
});

test("what became of each load is told once: outcome, attempts and time, nothing of the address", async () => {
  const news: object[] = [];
  const onEnd = (one: object) => news.push(one);
  const run = (how: (tag: HTMLScriptElement) => void) =>
    answerAll(loadScript(src, { global, usable, chance: () => 0.5, onEnd }), how);
  await run(fail);
  await run(bring(bank));
  // Already there: nothing was loaded.
  await run(fail);
  expect(news).toEqual([
    { outcome: "blocked", attempts: 3, ms: expect.any(Number) },
    { outcome: "loaded", attempts: 1, ms: expect.any(Number) },
  ]);
});

test("a first failure is tried again, with a pause", async () => {
  let n = 0;
  const result = await answerAll(load(), (tag) => {
    n += 1;
    (n === 1 ? fail : bring(bank))(tag);
  });
  expect(result).toMatchObject({ ok: true });
  expect(addresses()).toEqual([src, src]);
});

test("refused three times while our own server answers: something blocks it", async () => {
  const trail = ["failed", "failed", "failed"];
  expect(await answerAll(load(), fail)).toEqual({ ok: false, reason: "blocked", trail });
});

test("refused while our own server is silent too: it is the network", async () => {
  home(false);
  expect(await answerAll(load(), fail)).toMatchObject({ ok: false, reason: "network" });
});

test("a host that never answers ends after ten seconds each, and later attempts take another address", async () => {
  const began = Date.now();
  const result = await answerAll(load(), () => undefined);
  expect(result).toEqual({ ok: false, reason: "timeout", trail: ["timeout", "timeout", "timeout"] });
  expect(Date.now() - began).toBeGreaterThanOrEqual(30_000);
  expect(addresses()).toEqual([src, `${src}?r=1`, `${src}?r=2`]);
  const again = load();
  await turn(100);
  expect(addresses().at(-1)).toBe(`${src}?r=3`);
  tags.slice(-1).forEach(bring(bank));
  expect(await again).toMatchObject({ ok: true });
});

test("a script that arrives after its time is taken at the next look, without another request", async () => {
  const running = load();
  await turn(10_000);
  arrive(() => undefined);
  await turn(1_000);
  expect(await running).toMatchObject({ ok: true });
  expect(tags).toHaveLength(1);
});

test("a page of a public Wi-Fi in place of the script: it loads and brings nothing", async () => {
  expect(await answerAll(load(), succeed)).toMatchObject({ ok: false, reason: "no-global" });
});

test("what our own tag brought and cannot be used is of another version, and is not asked for again", async () => {
  const result = await answerAll(load(), bring({ not: "a bank" }));
  expect(result).toMatchObject({ ok: false, reason: "wrong-version", trail: ["loaded"] });
  expect(tags).toHaveLength(1);
});

test("something else under the provider's name is told, without a request", async () => {
  arrive({ not: "a bank" });
  expect(await load()).toMatchObject({ ok: false, reason: "foreign-global" });
  expect(tags).toHaveLength(0);
});

test("our own policy against it is our fault: told at once, not tried again", async () => {
  const result = await answerAll(load(), (tag) => {
    fail(tag);
    const event = new Event("securitypolicyviolation");
    Reflect.set(event, "blockedURI", new URL(src, location.href).href);
    document.dispatchEvent(event);
  });
  expect(result).toEqual({ ok: false, reason: "csp", trail: ["csp"] });
});

test("a policy that refuses the address itself is our fault too", async () => {
  vi.spyOn(HTMLScriptElement.prototype, "src", "set").mockImplementation(() => {
    throw new TypeError("Trusted Types");
  });
  expect(await load()).toEqual({ ok: false, reason: "csp", trail: ["csp"] });
});

test("offline, it waits without spending an attempt and goes on by itself", async () => {
  online = false;
  const told: boolean[] = [];
  const running = loadScript(src, { global, usable, chance: () => 0.5, onOffline: (off) => told.push(off) });
  await turn(60_000);
  expect(tags).toHaveLength(0);
  expect(told).toEqual([true]);
  online = true;
  dispatchEvent(new Event("online"));
  await turn(0);
  expect(tags).toHaveLength(1);
  tags.forEach(bring(bank));
  expect(await running).toMatchObject({ ok: true });
  expect(told).toEqual([true, false]);
});

test("going offline during the last attempt says offline", async () => {
  const running = load();
  let n = 0;
  const result = await answerAll(running, (tag) => {
    n += 1;
    if (n === 3) setTimeout(() => (online = false), 0);
    fail(tag);
  });
  expect(result).toMatchObject({ ok: false, reason: "offline" });
});

test("a dead tag that somebody else left in the page is not waited for", async () => {
  const foreign = document.createElement("script");
  foreign.type = "text/plain";
  foreign.setAttribute("src", src);
  document.body.append(foreign);
  const result = await answerAll(load(), bring(bank));
  expect(result).toMatchObject({ ok: true });
  expect(tags).toHaveLength(1);
  foreign.remove();
});
