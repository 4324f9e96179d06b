import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Problem } from "./problem.ts";
import { usePages } from "./use-pages.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const problem = (status: number): Problem => new Problem("http.test", { status });

type Read = () => Promise<{ items: string[]; next: null }>;

function openList(read: Read) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => usePages(["list"], read), { wrapper });
}

test("a list that a fault of the server kept away comes by itself, and is not asked for again", async () => {
  const read = vi.fn<Read>(async () => ({ items: ["one"], next: null }));
  read.mockRejectedValueOnce(problem(503));
  const { result } = openList(read);
  await vi.waitFor(() => expect(result.current.list.isError).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await vi.waitFor(() => expect(result.current.items).toEqual(["one"]));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(read).toHaveBeenCalledTimes(2);
});

test("a list that is refused is not asked for again", async () => {
  const read = vi.fn<Read>(() => Promise.reject(problem(403)));
  const { result } = openList(read);
  await vi.waitFor(() => expect(result.current.list.isError).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(read).toHaveBeenCalledTimes(1);
});
