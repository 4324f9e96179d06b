import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test } from "vitest";
import { useReadAgain } from "./read-again.ts";

interface Reading {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly end: (text: string) => void;
}

let readings: Reading[] = [];
let hear: () => void = () => undefined;
const keep = (again: () => void) => {
  hear = again;
};
afterEach(() => {
  cleanup();
  readings = [];
});

function Page({ day }: { day: string }) {
  const key = ["page", day];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => new Promise<string>((end) => readings.push({ key: day, signal, end })),
    retry: false,
  });
  const again = useReadAgain(key, () => undefined);
  useEffect(() => keep(again));
  return <output>{query.data ?? "nothing"}</output>;
}

const queries = () => new QueryClient();
const page = (client: QueryClient, day: string) => (
  <QueryClientProvider client={client}>
    <Page day={day} />
  </QueryClientProvider>
);
const says = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
const end = (nth: number, text: string) => act(async () => readings[nth]?.end(text));

test("news that come during the first reading are read behind it", async () => {
  render(page(queries(), "today"));
  await waitFor(() => expect(readings).toHaveLength(1));
  hear();
  await end(0, "before the news");
  await waitFor(() => expect(readings).toHaveLength(2));
  await end(1, "with the news");
  await says("with the news");
});

test("news that come faster than it can be read end no reading, and the last of them is read", async () => {
  render(page(queries(), "today"));
  await waitFor(() => expect(readings).toHaveLength(1));
  await end(0, "first");
  hear();
  await waitFor(() => expect(readings).toHaveLength(2));
  for (let times = 0; times < 3; times += 1) hear();
  await end(1, "second");
  await says("second");
  await waitFor(() => expect(readings).toHaveLength(3));
  await end(2, "third");
  await says("third");
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
});

test("news of a day that is chosen during a reading are read on that day", async () => {
  const client = queries();
  const { rerender } = render(page(client, "today"));
  await waitFor(() => expect(readings).toHaveLength(1));
  hear();
  rerender(page(client, "tomorrow"));
  await waitFor(() => expect(readings).toHaveLength(2));
  await end(0, "today");
  await end(1, "before the news");
  await waitFor(() => expect(readings).toHaveLength(3));
  expect(readings[2]?.key).toBe("tomorrow");
});
