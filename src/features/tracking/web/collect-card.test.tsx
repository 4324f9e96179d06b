import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Collecting, TrackingView } from "../contract/api.ts";
import { CollectCard } from "./collect-card.tsx";

// Safe: the card reads these alone.
const view = { number: "WB-7K4M-92QX", timezone: "UTC", carrier: "Couriers" } as unknown as TrackingView;
const open = [{ start: "2026-06-17T08:00:00.000Z", end: "2026-06-17T18:00:00.000Z", wholeDay: false }];
const coming: Collecting = { address: "Hubstr. 1, Berlin", always: false, open, ready: null };
const there: Collecting = {
  ...coming,
  ready: { keptUntil: "2026-06-24T08:00:00.000Z", code: { size: 29, path: "M4 4h7v1h-7z" } },
};

beforeAll(async () => {
  await startWords("hall", "tracking");
  await setLocale("en");
});
afterEach(cleanup);

test("until the parcels are there the card says where and when, and shows no code", () => {
  render(<CollectCard view={view} collect={coming} />);
  expect(screen.getByText("Hubstr. 1, Berlin")).toBeTruthy();
  expect(screen.getByText(/Wed, Jun 17/)).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test.each(["en", "ar"] as const)(
  "once they are there: the code, the number to read out, until when (%s)",
  async (locale) => {
    await setLocale(locale);
    render(<CollectCard view={view} collect={there} />);
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain(view.number);
    expect(screen.getByText(view.number).dir).toBe("ltr");
    expect(document.querySelectorAll("dt")).toHaveLength(3);
  },
);

test("a hub that never closes says so instead of midnight to midnight", async () => {
  await setLocale("en");
  const day = { start: "2026-06-17T00:00:00.000Z", end: "2026-06-18T00:00:00.000Z", wholeDay: true };
  const { rerender } = render(<CollectCard view={view} collect={{ ...coming, open: [day] }} />);
  expect(screen.getByText("Wed, Jun 17, around the clock")).toBeTruthy();
  rerender(<CollectCard view={view} collect={{ ...coming, always: true, open: [day] }} />);
  expect(screen.getByText("Around the clock")).toBeTruthy();
  expect(screen.queryByText(/Jun 17/)).toBeNull();
});
