import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Invitation } from "../contract/invitations.ts";
import { InvitationsCard } from "./invitations-card.tsx";

const LIST = "GET /api/invitations";
const kim: Invitation = {
  id: "0190a000-0000-7000-8000-000000000001",
  email: "kim@shop.example",
  roles: ["courier"],
  vehicle: "bike",
  state: "open",
  expiresAt: "2026-11-28T08:00:00.000Z",
  invitedBy: "Greta",
  createdAt: "2026-11-21T08:00:00.000Z",
};
const old: Invitation = {
  ...kim,
  id: "0190a000-0000-7000-8000-000000000002",
  email: "old@shop.example",
  state: "expired",
};
const RENEW = `POST /api/invitations/${old.id}/renew`;
const WITHDRAW = `POST /api/invitations/${kim.id}/withdraw`;

let open: Invitation[];
let copied: string | undefined;
beforeEach(async () => {
  stubDialog();
  stubAuth(signedIn(["org-admin"]));
  open = [kim, old];
  copied = undefined;
  const writeText = async (text: string) => void (copied = text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  await startWords("hall", "accounts");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list =
  (joinBy: "roles" | "invitation"): Answer =>
  () => ({ body: { items: open, next: null, joinBy } });

async function show(answers: Readonly<Record<string, Answer>> = {}) {
  const sent = stubServer({ [LIST]: list("invitation"), ...answers });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <InvitationsCard />
      </QueryClientProvider>,
    );
  });
  return sent;
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("open and expired invitations stand there with what they give and until when", async () => {
  await show();
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/kim@shop\.example.*Courier.*Good until/),
    expect.stringMatching(/old@shop\.example.*Expired/),
  ]);
  expect(screen.queryByText(/must grant a role too/)).toBeNull();
});

test("where the sign-in service decides too, that is said", async () => {
  await show({ [LIST]: list("roles") });
  expect(await screen.findByText(/must grant a role too/)).toBeTruthy();
});

test("nothing stands there while nobody is invited", async () => {
  open = [];
  await show();
  await vi.waitFor(() => expect(screen.queryByRole("heading", { name: "Open invitations" })).toBeNull());
  expect(screen.queryByRole("listitem")).toBeNull();
});

test("an expired one gets a new link, which can be copied whole", async () => {
  const fresh = { invitation: { ...old, state: "open" }, path: "/join#0123456789abcdefABCDEF" };
  await show({ [RENEW]: () => ({ body: fresh }) });
  await screen.findByText("old@shop.example");
  await press("Make a new link for old@shop.example");
  const dialog = within(screen.getByRole("dialog", { name: "old@shop.example is invited" }));
  await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Copy the link" })));
  expect(copied).toBe(`${location.origin}/join#0123456789abcdefABCDEF`);
});

test("one that is withdrawn no longer stands there", async () => {
  const sent = await show({
    [WITHDRAW]: () => {
      open = [old];
      return { body: { ...kim, state: "withdrawn" } };
    },
  });
  await screen.findByText("kim@shop.example");
  await press("Withdraw the invitation of kim@shop.example");
  await vi.waitFor(() => expect(screen.queryByText("kim@shop.example")).toBeNull());
  expect(sent.filter(({ route }) => route === WITHDRAW)).toHaveLength(1);
});

test("one that was accepted meanwhile says so", async () => {
  await show({ [WITHDRAW]: () => problem(409, "accounts.invitation-over") });
  await screen.findByText("kim@shop.example");
  await press("Withdraw the invitation of kim@shop.example");
  expect(screen.getByRole("alert").textContent).toContain("accepted or withdrawn meanwhile");
});
