import { expect, test } from "vitest";
import { visualRuns } from "./visual-runs.ts";

const arabic = { fontOf: () => "arabic", isJoined: () => true };

test.each(["ltr", "rtl"] as const)("a house number in Arabic figures keeps its order (%s)", (direction) => {
  for (const number of [
    ["١", "٢"],
    ["۱", "۲"],
  ])
    expect(visualRuns(`فهد ${number.join("")}`, direction, arabic).map(({ text }) => text)).toEqual([
      ...number,
      "فهد ",
    ]);
});
