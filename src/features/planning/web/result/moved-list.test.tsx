import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Locale } from "#kernel/locale.ts";
import { boardHeld as board } from "#test/support/web/board-held.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { MoveReason } from "../../contract/plans.ts";
import { MovedList } from "./moved-list.tsx";

beforeAll(() => startWords("hall", "planning", "dispatch"));
afterEach(cleanup);

async function told(because: MoveReason | undefined, locale: Locale = "en", from: string | null = "carla") {
  await setLocale(locale);
  const move = { deliveryId: "open", from, to: "elif", ...(because && { because }) };
  render(<MovedList board={board} came={[move]} />);
  return screen
    .queryByRole("listitem")
    ?.textContent?.replaceAll(/[\u2066-\u2069]/g, "")
    .replaceAll(/\s/g, " ");
}

const REASONS: readonly (readonly [MoveReason, string])[] = [
  [
    { kind: "saves", seconds: 360, metres: 2100 },
    "WB-open: 6 min and 2.1 km less on the road than with Carla",
  ],
  [{ kind: "saves", seconds: 360, metres: 0 }, "WB-open: 6 min less on the road than with Carla"],
  [{ kind: "late", deliveryId: "open", by: 720 }, "WB-open: with Carla it would come 12 min too late"],
  [{ kind: "late", deliveryId: "other", by: 720 }, "WB-open: with Carla, WB-other would be 12 min late"],
  [{ kind: "skill", skill: "cold chain" }, "WB-open: Carla lacks “cold chain”, which it needs"],
  [{ kind: "vehicle" }, "WB-open: it may not go by Carla’s vehicle"],
  [
    { kind: "cannot", reasons: [{ kind: "shiftEnd", by: 600 }] },
    "WB-open: Carla has no place for it in this plan. The shift would end 10 min too late.",
  ],
  [{ kind: "evens", seconds: 3000 }, "WB-open: the hours of both are 50 min closer than with Carla"],
  [{ kind: "together" }, "WB-open: left Carla because it pays together with other changes of this plan"],
];

test.each(REASONS)("a reason is said in words: %o", async (because, words) => {
  expect(await told(because)).toBe(words);
});

test.each(["de", "es", "fr", "ar"] as const)("every reason speaks %s", async (locale) => {
  for (const [because] of REASONS) {
    expect(await told(because, locale)).toMatch(/^WB-open(?!.*(?:planning:|\{|undefined))/);
    cleanup();
  }
});

test("what nobody had, and plans of before, give no reason", async () => {
  expect(await told({ kind: "open" }, "en", null)).toBeUndefined();
  expect(await told(undefined)).toBeUndefined();
});
