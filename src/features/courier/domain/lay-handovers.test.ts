import { expect, test } from "vitest";
import { layHandovers } from "./lay-handovers.ts";

const command = (type: string, body: object) => ({ type, body: JSON.stringify(body) });
const idsOf = (stops: readonly { taskId: string }[]) => stops.map(({ taskId }) => taskId);

test("given stops leave the day at once, and those taken over are in it once", () => {
  const stops = [{ taskId: "a" }, { taskId: "b" }];
  const stop = { taskId: "c" };
  expect(idsOf(layHandovers(stops, [command("handed_over", { taskId: "a" })]))).toEqual(["b"]);
  const taken = command("taken_over", { taskId: "c", stop });
  expect(idsOf(layHandovers(stops, [taken, taken]))).toEqual(["a", "b", "c"]);
  expect(idsOf(layHandovers(stops, [taken, command("handed_over", { taskId: "c" })]))).toEqual(["a", "b"]);
});

test("typed digits bring no stop, and other commands change none", () => {
  const stops = [{ taskId: "a" }];
  const typed = command("taken_over", { taskId: null });
  expect(layHandovers(stops, [typed, command("start", { taskId: "a" })])).toEqual(stops);
});
