import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { StopTime } from "../contract/api.ts";
import { SayCard } from "./say-card.tsx";

beforeAll(async () => {
  await startWords("hall", "times");
  await setLocale("en");
});
afterEach(cleanup);

const AT = "2026-11-29T10:00:00.000Z";
// Safe: the card reads these alone.
const stop = {
  taskId: "t",
  timezone: "UTC",
  now: AT,
  arrival: { at: AT },
  said: { at: AT, until: AT, saidAt: AT },
} as unknown as StopTime;

test.each([
  ["on a courier's phone as large as other main actions", true],
  ["at the desk as large as its fields", false],
])("the buttons are %s", (_title, isPhone) => {
  render(<SayCard stop={stop} again={async () => undefined} isPhone={isPhone} />);
  for (const name of ["Say so", "Take back"]) {
    const { classList } = screen.getByRole("button", { name });
    expect([classList.contains("button-large"), classList.contains("full")]).toEqual([isPhone, isPhone]);
  }
});
