import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ListSearch } from "#features/delivery-pages/contract/list-search.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { View } from "../contract/api.ts";
import { filterIn } from "../domain/canonical.ts";
import { SavedViews } from "./saved-views.tsx";

const view = (changes: Partial<View>): View => ({
  id: "019ed498-2000-782c-9167-73e0b9d4f06f",
  name: "Created",
  query: "states=created",
  shared: false,
  owner: null,
  isDefault: false,
  mayDelete: true,
  ...changes,
});

beforeAll(async () => {
  await startWords("hall", "views");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  views: readonly View[],
  search: Partial<ListSearch> = {},
  save = { body: { views } } as object,
) {
  const sent = stubServer({
    "GET /api/views": () => ({ body: { views } }),
    "POST /api/views": () => save as { body: unknown },
    "PUT /api/default-view": () => ({ body: { views } }),
  });
  const onChoose = vi.fn<(search: object, options?: { replace?: boolean }) => void>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SavedViews
          page="deliveries"
          parser={ListSearch}
          search={{ ...ListSearch.parse({}), ...search }}
          onChoose={onChoose}
        />
      </QueryClientProvider>,
    );
  });
  return { sent, onChoose };
}
const writes = (sent: readonly { route: string }[]) => sent.filter(({ route }) => !route.startsWith("GET"));

test("the button names the view that stands, and a chosen one is read by the page's parser", async () => {
  const { onChoose } = await open(
    [
      view({}),
      view({ id: "019ed498-2000-782c-9167-73e0b9d4f060", name: "Lost", query: "states=lost", owner: "Di" }),
    ],
    {
      states: "created",
      pages: 3,
    },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Created" }));
  fireEvent.click(await screen.findByText("Lost · by Di"));
  await waitFor(() => expect(onChoose).toHaveBeenCalled());
  expect(onChoose.mock.calls[0]?.[0]).toEqual(filterIn("deliveries", ListSearch.parse({ states: "lost" })));
});

test("a page that was opened without a search takes the default, once", async () => {
  const { onChoose } = await open([view({ isDefault: true })]);
  await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  expect(onChoose).toHaveBeenCalledWith(filterIn("deliveries", ListSearch.parse({ states: "created" })), {
    replace: true,
  });
});

test("the filter that stands is kept under a name, and a refusal is said in the dialog", async () => {
  const { sent } = await open([], { states: "lost", pages: 2 }, problem(409, "views.name-taken"));
  fireEvent.click(await screen.findByRole("button", { name: "Views" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Save this view" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Lost ones" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
  expect(await screen.findByText("You have a view of this name already.")).toBeTruthy();
  expect(writes(sent)).toMatchObject([
    { body: { page: "deliveries", name: "Lost ones", query: "states=lost", shared: false } },
  ]);
});

test("a shared view is deleted only once somebody said so", async () => {
  const { sent } = await open([view({ shared: true })], { states: "created" });
  fireEvent.click(await screen.findByRole("button", { name: "Created" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete “Created”" }));
  expect(await screen.findByText(/gone for all of them/)).toBeTruthy();
  expect(writes(sent)).toEqual([]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Delete “Created”" })));
  await waitFor(() => expect(writes(sent)).toHaveLength(1));
});
