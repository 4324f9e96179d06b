import { expect, test } from "vitest";
import { layHandovers } from "./lay-handovers.ts";

const command = (type: string, body: object) => ({ type, body: JSON.stringify(body) });
const stopOf = (taskId: string, kind = "deliver", deliveryId = taskId) => ({ taskId, deliveryId, kind });
const idsOf = (stops: readonly { taskId: string }[]) => stops.map(({ taskId }) => taskId);

test("given stops leave the day at once, and those taken over are in it once", () => {
  const stops = [stopOf("a"), stopOf("b")];
  const stop = stopOf("c");
  expect(idsOf(layHandovers(stops, [command("handed_over", { taskId: "a" })]))).toEqual(["b"]);
  const taken = command("taken_over", { taskId: "c", stop });
  expect(idsOf(layHandovers(stops, [taken, taken]))).toEqual(["a", "b", "c"]);
  expect(idsOf(layHandovers(stops, [taken, command("handed_over", { taskId: "c" })]))).toEqual(["a", "b"]);
});

test("typed digits bring no stop, and other commands change none", () => {
  const stops = [stopOf("a")];
  const typed = command("taken_over", { taskId: null });
  expect(layHandovers(stops, [typed, command("start", { taskId: "a" })])).toEqual(stops);
});

test("parcels that were taken over are collected: the day's own stop to collect them goes", () => {
  const stops = [stopOf("collect", "collect", "d"), stopOf("other", "collect", "e")];
  const taken = command("taken_over", { taskId: "c", stop: stopOf("c", "deliver", "d") });
  expect(idsOf(layHandovers(stops, [taken]))).toEqual(["other", "c"]);
});
