import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { answerOf } from "#test/support/web/heard.ts";
import { DESKTOP, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { underLoad } from "../under-load.ts";
import { type Desk, openDesk } from "./desk.ts";
import {
  type Frames,
  type Task,
  framesOf,
  openBoard,
  rendererOf,
  tasksDuring,
  watchPages,
} from "./in-page.ts";

const DELIVERIES = 1_000;
export const [COURIERS, CROWD, EVENTS] = [40, 1_000, 100];
const [OPENINGS, DRAGS, BURSTS] = [10, 5, 6];
const FRAMES_S = 10;
/** Longer than the load takes to begin, and shorter than it lasts. */
const [LEAD_IN_MS, CROWD_S] = [5_000, FRAMES_S + 8];
/** The board is read again within half a second of its news, and drawn. */
const SETTLE_MS = 3_000;

export interface DeskFigures {
  readonly deliveries: number;
  /** From the navigation until the first row was chosen by key. */
  readonly openings: readonly Task[];
  /** The most that one task took of each drag, and of each time that the commands came. */
  readonly drags: readonly Task[];
  readonly bursts: readonly Task[];
  /** Without a courier that moves, and with all of them moving. */
  readonly still: Frames;
  readonly moving: Frames;
  /** Positions that were sent, of those due. */
  readonly sent: number;
  readonly renderer: string;
  readonly browser: string;
}

/** The board in a browser: opened, dragged over, told of 100 events at once, and with 1,000 moving couriers on its map. */
export async function benchDesk(say: (text: string) => void): Promise<DeskFigures> {
  say("a board of its own");
  const desk = await openDesk(DELIVERIES, COURIERS);
  const browser = await openBrowser({ maps: true });
  try {
    const { context, page: first } = await openPerson(browser, {
      ...DESKTOP,
      url: desk.url,
      reducedMotion: false,
    });
    await enterBy(first, "dispatcher");
    await watchPages(context);
    const { deliveries } = await desk.board();
    say("opening it");
    const openings: Task[] = [];
    let page = first;
    for (let n = 0; n <= OPENINGS; n += 1) {
      await page.close();
      page = await context.newPage();
      const took = await openBoard(page);
      // The first one fills the browser's caches.
      if (n > 0) openings.push(took);
    }
    await mapOf(page);
    say("dragging over it");
    const drags: Task[] = [];
    for (let n = 0; n < DRAGS; n += 1) drags.push(longest(await tasksDuring(page, () => dragAround(page))));
    say("100 events at once");
    const bursts: Task[] = [];
    for (let n = 0; n < BURSTS; n += 1)
      bursts.push(longest(await tasksDuring(page, () => commands(desk, page, n % 2 === 0))));
    say("1,000 couriers on its map");
    const map = await mapWithCrowd(desk, page);
    return {
      deliveries: deliveries.length,
      openings,
      drags,
      bursts,
      ...map,
      renderer: await rendererOf(page),
      browser: browser.version(),
    };
  } finally {
    await browser.close();
    await desk.close();
  }
}

/** The most of each: a task that waits for the processor is long, and works little. */
const longest = (tasks: readonly Task[]): Task => ({
  ms: Math.max(...tasks.map(({ ms }) => ms)),
  cpuMs: Math.max(...tasks.map(({ cpuMs }) => cpuMs)),
});

async function mapOf(page: Page): Promise<Locator> {
  await page.locator(".board-map .map-box[data-ready='true']").waitFor();
  return page.locator(".board-map canvas").first();
}

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error("nothing is drawn there");
  return box;
}

const TIMES = 20;

/** Carries the first row down and up over the couriers' lines and across the map, and back to where it lay. */
async function dragAround(page: Page): Promise<void> {
  const [line, tree, map] = [
    await boxOf(page.locator(".pane-unassigned [role='option']").first()),
    await boxOf(page.locator(".pane-couriers [role='tree']")),
    await boxOf(await mapOf(page)),
  ];
  await page.mouse.move(line.x + 60, line.y + line.height / 2);
  await page.mouse.down();
  let targets = 0;
  for (const { x, y, width, height } of [tree, map, tree])
    for (let n = 0; n < TIMES; n += 1) {
      await page.mouse.move(x + width / 2 + n, y + 10 + ((height - 20) * n) / TIMES, { steps: 3 });
      targets += await page.locator("[data-drop]").count();
    }
  await page.mouse.move(line.x + 60, line.y + line.height / 2, { steps: 5 });
  await page.mouse.up();
  if (targets < TIMES) throw new Error("nothing was dragged over the couriers");
}

/** Pins deliveries of the routes, or takes their pins off: so many commands at once, each with an event that the board reads again for. */
async function commands(desk: Desk, page: Page, pinned: boolean): Promise<void> {
  const { couriers } = await desk.board();
  const ids = new Set(couriers.flatMap(({ route }) => route.stops.map(({ deliveryId }) => deliveryId)));
  const { path } = dispatchApi.readBoard;
  const { url, token } = desk;
  await answerOf(
    page,
    (answer) => new URL(answer.url()).pathname === path,
    () =>
      Promise.all(
        [...ids]
          .slice(0, EVENTS)
          .map((id) => callWire(url, dispatchApi.pinDelivery, { id, pinned }, { token })),
      ),
  );
  await sleep(SETTLE_MS);
}

async function mapWithCrowd(desk: Desk, page: Page): Promise<Pick<DeskFigures, "still" | "moving" | "sent">> {
  await desk.crowd(CROWD);
  await openBoard(page);
  const map = await mapOf(page);
  const still = await framesOf(page, FRAMES_S);
  const before = await map.screenshot();
  const { url, box, couriers } = desk;
  const [load, moving] = await Promise.all([
    underLoad({ kind: "crowd", url, couriers, watchers: [], seconds: CROWD_S, box }),
    sleep(LEAD_IN_MS).then(() => framesOf(page, FRAMES_S)),
  ]);
  if (load.failed > 0) throw new Error(`${load.failed} positions were refused`);
  if (before.equals(await map.screenshot())) throw new Error("the map shows no courier that moved");
  return { still, moving, sent: load.calls / CROWD_S / couriers.length };
}
