import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import "./words.ts";
import { ChosenLabels, DeliveryLabels } from "./print-labels.tsx";

const filter = {
  q: " Rita ",
  states: "created",
  courier: "",
  from: "2026-06-17",
  to: "",
  sort: "created",
  order: "desc",
  pages: 3,
} as const;
const fetched = vi.fn<(url: string, init: { readonly body: string }) => Promise<Response>>();
const saved = vi.fn<() => void>();

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "labels");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

async function print(content: ReactNode, button: string, format?: RegExp) {
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(saved);
  await act(async () => {
    render(<QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>);
  });
  fireEvent.click(screen.getByRole("button", { name: button }));
  if (format) fireEvent.click(screen.getByLabelText(format));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save as PDF" })));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  return JSON.parse(fetched.mock.lastCall?.[1].body ?? "");
}
const pdf = async () => new Response(new Blob(["%PDF"]), { headers: { "content-type": "application/pdf" } });

test("a delivery's labels are saved on the paper that was chosen", async () => {
  fetched.mockImplementation(pdf);
  const asked = await print(<DeliveryLabels deliveryId="d1" />, "Labels", /4 × 6/);
  expect(fetched.mock.lastCall?.[0]).toBe("/api/labels.pdf");
  expect(asked).toEqual({ ids: ["d1"], format: "4x6", language: "en" });
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("chosen deliveries are printed, and without a choice all that the filter shows", async () => {
  fetched.mockImplementation(pdf);
  expect(
    await print(<ChosenLabels ids={["d1", "d2"]} filter={filter} />, "Labels of 2 deliveries"),
  ).toMatchObject({
    ids: ["d1", "d2"],
  });
  cleanup();
  expect(await print(<ChosenLabels ids={[]} filter={filter} />, "Labels")).toEqual({
    filter: { search: "Rita", states: "created", from: "2026-06-17", sort: "created", order: "desc" },
    format: "a6",
    language: "en",
  });
});

test("too many labels are refused with a sentence, and nothing is saved", async () => {
  const refusal = { code: "labels.too-many", facts: { most: 200 } };
  fetched.mockImplementation(async () => new Response(JSON.stringify(refusal), { status: 422 }));
  await print(<ChosenLabels ids={[]} filter={filter} />, "Labels");
  expect(screen.getByText(/more than 200 labels/)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
});
