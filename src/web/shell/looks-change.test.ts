import { afterEach, expect, test, vi } from "vitest";
import { onLooksChange } from "./looks-change.ts";

const root = document.documentElement;
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ["theme", "contrast", "density"]) delete root.dataset[name];
});
const pause = () => new Promise((resolve) => void setTimeout(resolve, 20));

test("a chosen theme or contrast is a change of looks until the end, a density is not", async () => {
  const run = vi.fn<() => void>();
  const end = onLooksChange(run);
  root.dataset["density"] = "compact";
  await pause();
  expect(run).not.toHaveBeenCalled();
  root.dataset["theme"] = "dark";
  await pause();
  root.dataset["contrast"] = "more";
  await pause();
  expect(run).toHaveBeenCalledTimes(2);
  end();
  root.dataset["theme"] = "light";
  await pause();
  expect(run).toHaveBeenCalledTimes(2);
});

test("the device's darkness or contrast is a change of looks until the end", () => {
  const queries: EventTarget[] = [];
  vi.stubGlobal("matchMedia", () => queries[queries.push(new EventTarget()) - 1]);
  const run = vi.fn<() => void>();
  const end = onLooksChange(run);
  for (const query of queries) query.dispatchEvent(new Event("change"));
  expect(run).toHaveBeenCalledTimes(2);
  end();
  for (const query of queries) query.dispatchEvent(new Event("change"));
  expect(run).toHaveBeenCalledTimes(2);
});
