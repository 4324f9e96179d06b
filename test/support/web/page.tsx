import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, vi } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { stubDialog } from "./stub-dialog.ts";

/** Sets up tests of a page in English with the words of these rooms, and takes the page down after each. */
export function usePage(...rooms: readonly string[]): void {
  beforeAll(async () => {
    configure({ asyncUtilTimeout: 10_000 });
    stubDialog();
    await startWords("hall", ...rooms);
    await setLocale("en");
  });
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Draws a part of a page with the answers that come at once. @returns the cache of its answers */
export async function show(shown: ReactNode): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
  });
  return client;
}

/** Presses a button as soon as it is there. @param part of the page, or all of it */
export async function press(name: string | RegExp, part = document.body): Promise<void> {
  const button = await within(part).findByRole("button", { name });
  await act(async () => fireEvent.click(button));
}

/** Types into the field of this label. */
export const fill = (label: string | RegExp, value: string, part = document.body): void =>
  void fireEvent.change(within(part).getByLabelText(label), { target: { value } });
