import type { BrowserContext, CDPSession, Page } from "playwright-core";

/** Noted by a page from its start. */
interface Seen {
  /** When the first row of the list without a courier could be read, in ms after the start of the page; 0 before. */
  readableAt: number;
}

const seenOf = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(globalThis, "seen"));

/** Makes every page that is opened from now on note when its list can be operated. */
export async function watchPages(context: BrowserContext): Promise<void> {
  // Functions that are sent to a page carry names by tsx, which asks for this helper there.
  await context.addInitScript("globalThis.__name = (named) => named");
  await context.addInitScript(() => {
    const seen = { readableAt: 0 };
    Reflect.set(globalThis, "seen", seen);
    const look = () => {
      const list = document.querySelector(".pane-unassigned [role='listbox']");
      const line = document.getElementById(list?.getAttribute("aria-activedescendant") ?? "");
      if (line?.getAttribute("aria-selected") === "true") seen.readableAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/**
 * Opens the board as somebody who works with keys does: the first row is chosen by one key as soon as there is one.
 *
 * @returns from the navigation until that row is named by the list and says that it is chosen, and what the main thread of a
 *   new page worked until then
 */
export async function openBoard(page: Page): Promise<Task> {
  const session = await page.context().newCDPSession(page);
  // Counts from here on.
  await session.send("Performance.enable");
  await page.goto("/d/board", { waitUntil: "commit" });
  const list = page.locator(".pane-unassigned [role='listbox']");
  await list.locator("[role='option']").first().waitFor();
  await list.focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => Reflect.get(globalThis, "seen").readableAt > 0);
  const cpuMs = await mainThreadMs(session);
  await session.detach();
  return { ms: (await seenOf(page)).readableAt, cpuMs };
}

/** A task of a page's main thread, in ms: from its begin to its end, and what the processor worked for it. */
export interface Task {
  readonly ms: number;
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds; of the processor where it is known. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the page's main thread while something is done, by the browser's own trace. @throws Error without any */
export async function tasksDuring(page: Page, work: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error("a page without a browser");
  await browser.startTracing(page, {
    categories: ["-*", "toplevel", "disabled-by-default-devtools.timeline"],
  });
  await work();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const { traceEvents } = trace;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = Number.NaN }) => ({ ms: dur / 1000, cpuMs: tdur / 1000 }));
  if (tasks.length === 0) throw new Error("the trace holds no task of a page");
  return tasks;
}

/** How a page was drawn for some time. */
export interface Frames {
  readonly perSecond: number;
  /** Share of the frames that a screen of 60 a second would have shown, and that were left out. */
  readonly leftOut: number;
  /** Processor time of the page's main thread for each frame, in ms. */
  readonly mainMs: number;
}

const FRAME_MS = 1000 / 60;

/** Counts frames for some seconds. */
export async function framesOf(page: Page, seconds: number): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await mainThreadMs(session);
  const stamps = await page.evaluate(
    (ms) =>
      new Promise<number[]>((done) => {
        const stamps: number[] = [];
        const step = (at: number) => {
          stamps.push(at);
          if (at - (stamps[0] ?? at) < ms) requestAnimationFrame(step);
          else done(stamps);
        };
        requestAnimationFrame(step);
      }),
    seconds * 1000,
  );
  const mainMs = (await mainThreadMs(session)) - before;
  await session.detach();
  const frames = stamps.length - 1;
  const due = Math.round(((stamps.at(-1) ?? 0) - (stamps[0] ?? 0)) / FRAME_MS);
  const perSecond = (1000 * frames) / ((stamps.at(-1) ?? 0) - (stamps[0] ?? 0));
  return { perSecond, leftOut: Math.max(0, due - frames) / due, mainMs: mainMs / frames };
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN);
}

/** Device that draws WebGL, as the browser names it. */
export const rendererOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const facts = gl?.getExtension("WEBGL_debug_renderer_info");
    return gl && facts ? String(gl.getParameter(facts.UNMASKED_RENDERER_WEBGL)) : "nothing";
  });
