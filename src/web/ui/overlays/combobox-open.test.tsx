import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startWords } from "../../i18n/words.ts";
import { ComboboxOpen } from "./combobox-open.tsx";

const search = vi.fn<(text: string) => Promise<{ id: string; label: string; value: string }[]>>();

function Box() {
  const [text, setText] = useState("Am Ufer");
  return (
    <ComboboxOpen
      label="Street"
      text={text}
      onText={setText}
      search={search}
      onChoose={() => undefined}
      typedBefore
    />
  );
}

beforeEach(async () => {
  await startWords("hall");
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});
/** In steps, so that what was drawn starts its own clocks. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) await act(() => vi.advanceTimersByTimeAsync(100));
}

test("a search that failed is tried again by itself until it answers", async () => {
  search.mockRejectedValueOnce(new Error("no network")).mockRejectedValueOnce(new Error("no network"));
  search.mockResolvedValue([{ id: "1", label: "Am Ufer 27", value: "1" }]);
  render(<Box />);
  await wait(300);
  expect(screen.getByText("The search does not answer. You can go on typing.")).toBeTruthy();
  await wait(20_000);
  expect(search).toHaveBeenCalledTimes(3);
  expect(screen.getByText("Am Ufer 27")).toBeTruthy();
  await wait(60_000);
  expect(search).toHaveBeenCalledTimes(3);
});
