import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseAndStoreLocale, setLocale } from "../i18n/words.ts";
import { useTitle } from "../shell/use-title.ts";
import { StateMessage } from "./state-message.tsx";

let online = true;
beforeEach(async () => {
  online = true;
  vi.useFakeTimers();
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (shown: React.ReactNode) => act(async () => void render(shown));

test("the message of a lost connection tries again as soon as the device has one", async () => {
  const retry = vi.fn<() => void>();
  online = false;
  await show(<StateMessage kind="offline" onRetry={retry} />);
  vi.advanceTimersByTime(600_000);
  expect(retry).not.toHaveBeenCalled();
  online = true;
  dispatchEvent(new Event("online"));
  expect(retry).toHaveBeenCalledOnce();
});

test("it tries again by the clock, ever more rarely, where the device does not notice that the network failed", async () => {
  const retry = vi.fn<() => void>();
  await show(<StateMessage kind="offline" onRetry={retry} />);
  vi.advanceTimersByTime(5_000);
  expect(retry).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(retry).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(600_000);
  expect(retry.mock.calls.length).toBeLessThan(14);
  cleanup();
  const before = retry.mock.calls.length;
  vi.advanceTimersByTime(600_000);
  dispatchEvent(new Event("online"));
  expect(retry).toHaveBeenCalledTimes(before);
});

test("other messages wait for a press", async () => {
  const retry = vi.fn<() => void>();
  await show(<StateMessage kind="error" onRetry={retry} />);
  vi.advanceTimersByTime(600_000);
  dispatchEvent(new Event("online"));
  expect(retry).not.toHaveBeenCalled();
});

function Page({ broken }: { broken: boolean }) {
  useTitle("Board", "page");
  return broken ? <StateMessage page kind="not-found" /> : <StateMessage kind="empty" />;
}

test("a message that is the whole page names the document, in any language, and gives the name back", async () => {
  const { rerender } = render(<Page broken={false} />);
  await act(async () => undefined);
  expect(document.title).toBe("Board · Waybill");
  await act(async () => rerender(<Page broken />));
  expect(document.title).toBe("There is nothing at this address · Waybill");
  await act(() => chooseAndStoreLocale("de"));
  expect(document.title).toBe(`${screen.getByRole("heading").textContent} · Waybill`);
  expect(document.title).not.toContain("nothing");
  await act(async () => rerender(<Page broken={false} />));
  expect(document.title).toBe("Board · Waybill");
  await act(() => chooseAndStoreLocale("en"));
});
