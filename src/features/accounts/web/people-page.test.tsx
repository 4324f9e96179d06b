import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Person } from "../contract/people.ts";
import { PeoplePage } from "./people-page.tsx";

const ada: Person = {
  id: "0190a000-0000-7000-8000-000000000001",
  name: "Ada Admin",
  email: "ada@example.com",
  emailProven: true,
  phone: null,
  locale: null,
  roles: ["org-admin"],
  tokenRoles: ["org-admin"],
  status: "active",
  vehicle: null,
  lastSeenAt: "2026-11-21T08:00:00.000Z",
  version: 3,
};
const me = {
  id: ada.id,
  name: ada.name,
  email: ada.email,
  locale: null,
  roles: ["org-admin"],
  courierId: null,
  org: {
    id: "0190a000-0000-7000-8000-000000000002",
    name: "Shop",
    currency: "EUR",
    timezone: "Europe/Berlin",
  },
};
const read = {
  "GET /api/me": () => ({ body: me }),
  "GET /api/people": () => ({ body: { items: [ada], next: null } }),
};
const EDIT = `PUT /api/people/${ada.id}`;

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "accounts");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function showPeople() {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PeoplePage params={{}} search={{ q: "", role: "all" }} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
}
async function openAda() {
  await showPeople();
  fireEvent.click(await screen.findByRole("button", { name: "Change Ada Admin" }));
}
test("an address that the provider does not vouch for is marked, a verified one is not", async () => {
  const bea: Person = { ...ada, id: "0190a000-0000-7000-8000-000000000009", name: "Bea", emailProven: false };
  const silent: Person = { ...bea, id: "0190a000-0000-7000-8000-000000000008", name: "Cy", email: null };
  stubServer({ ...read, "GET /api/people": () => ({ body: { items: [ada, bea, silent], next: null } }) });
  await showPeople();
  await screen.findByText("Bea");
  const marked = screen.getAllByText("e-mail not verified").map((mark) => mark.closest("tr")?.textContent);
  expect(marked).toEqual([expect.stringContaining("Bea")]);
});

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));

test("a person is saved against the version that was seen", async () => {
  const sent = stubServer({ ...read, [EDIT]: () => ({ body: { ...ada, name: "Ada A.", version: 4 } }) });
  await openAda();
  fireEvent.change(screen.getByLabelText("Full name"), { target: { value: "Ada A." } });
  await press("Save");
  expect(sent.find(({ route }) => route === EDIT)?.body).toMatchObject({
    version: 3,
    name: "Ada A.",
    phone: null,
  });
  await waitFor(() => expect(screen.queryByLabelText("Full name")).toBeNull());
});

test("giving up one's own administration is explained before, and the last one's refusal stands at the roles", async () => {
  stubServer({
    ...read,
    [EDIT]: () => problem(422, "accounts.last-admin", [{ path: "roles", code: "accounts.last-admin" }]),
  });
  await openAda();
  tick("Administrator");
  expect(screen.getByText(/you can no longer open these pages/)).toBeTruthy();
  await press("Save");
  expect(screen.getAllByText(/last active administrator/).length).toBeGreaterThan(0);
});

test("a role that the sign-in service does not grant says that it has no effect", async () => {
  stubServer(read);
  await openAda();
  tick("Courier");
  expect(screen.getByText(/until the identity provider grants it/)).toBeTruthy();
});

test("whoever sees couriers alone is offered no filter of roles", async () => {
  const kim: Person = { ...ada, name: "Kim", roles: ["courier"], tokenRoles: ["courier"] };
  stubServer({
    "GET /api/me": () => ({ body: { ...me, roles: ["dispatcher"] } }),
    "GET /api/people": () => ({ body: { items: [kim], next: null } }),
  });
  await showPeople();
  await screen.findByText("Kim");
  expect(screen.queryByRole("group", { name: "Show only one role" })).toBeNull();
  expect(screen.getByRole("searchbox")).toBeTruthy();
});
