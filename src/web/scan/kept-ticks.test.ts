import { afterEach, expect, test } from "vitest";
import { dropTicks, keepTicks, listenTicks, tickKey, ticksOf } from "./kept-ticks.ts";

afterEach(() => dropTicks());

const CARLA = tickKey("carla", "load.2026-11-30");
const DMITRI = tickKey("dmitri", "load.2026-11-30");
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith("wb.scan."));

test("whoever signs out leaves no ticked parcels on the phone or on the page", () => {
  keepTicks(CARLA, ["A"]);
  localStorage.setItem("wb.locale", "en");
  let told = 0;
  const stop = listenTicks(() => (told += 1));
  dropTicks();
  expect([stored(), ticksOf(CARLA), told]).toEqual([[], [], 1]);
  expect(localStorage.getItem("wb.locale")).toBe("en");
  stop();
});

test("whoever signs in takes the ticks of others away and keeps their own", () => {
  keepTicks(CARLA, ["A"]);
  keepTicks(DMITRI, ["B"]);
  dropTicks("dmitri");
  expect([stored(), ticksOf(CARLA), ticksOf(DMITRI)]).toEqual([[DMITRI], [], ["B"]]);
});

test("a sign-out in another tab takes the ticks of this page", () => {
  keepTicks(CARLA, ["A"]);
  localStorage.removeItem(CARLA);
  dispatchEvent(new StorageEvent("storage", { key: CARLA, newValue: null }));
  expect(ticksOf(CARLA)).toEqual([]);
});
