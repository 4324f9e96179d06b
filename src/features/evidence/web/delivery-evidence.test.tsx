import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { DeliveryEvidence } from "./delivery-evidence.tsx";

const ID = "0190a0b0-0000-7000-8000-000000000001";
const SEAL = {
  seal: "a".repeat(64),
  head: "b".repeat(64),
  facts: 7,
  issuedAt: "2026-06-17T08:00:00.000Z",
};
const saved = vi.fn<(name: string) => void>();
const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeAll(async () => {
  await startWords("hall", "evidence");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

async function open(file: () => Response) {
  let isIssued = false;
  fetched.mockImplementation(async (url) => {
    if (!url.includes("evidence.")) return Response.json({ items: isIssued ? [SEAL] : [] });
    isIssued = true;
    return file();
  });
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download);
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <DeliveryEvidence deliveryId={ID} number="WB-7K4M-92QX" />
      </QueryClientProvider>,
    );
  });
  await screen.findByText("Nothing was handed out yet.");
}

test.each(["zip", "pdf"] as const)("a press saves the %s, and its seal is shown", async (kind) => {
  await open(() => new Response(new Blob(["file"])));
  await act(async () =>
    fireEvent.click(screen.getByRole("button", { name: `Save as ${kind.toUpperCase()}` })),
  );
  expect(fetched.mock.calls.map(([url]) => url)).toContain(
    `/api/deliveries/${ID}/evidence.${kind}?language=en`,
  );
  expect(saved.mock.calls).toEqual([[`WB-7K4M-92QX-evidence.${kind}`]]);
  expect(await screen.findByText(SEAL.seal)).toBeTruthy();
  expect(screen.getByText(SEAL.head)).toBeTruthy();
});

test("what is too large for one file is said so, and nothing is saved", async () => {
  const facts = { most: 2000, megabytes: 64 };
  await open(() => Response.json({ code: "evidence.too-large", facts, way: "contact" }, { status: 422 }));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save as ZIP" })));
  expect(await screen.findByText(/more than 2,000 facts or 64 MB of pictures/)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
});
