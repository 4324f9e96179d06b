import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { Problem } from "../api/problem.ts";
import { startWords } from "../i18n/words.ts";
import type { AuthPort, LoginOptions } from "../session/port.ts";
import { setDriver } from "../session/session.ts";
import { land } from "../session/storage/landed.ts";
import { ConfirmNote } from "./confirm-note.tsx";
import { useKept } from "./kept.ts";
import words from "./words/en.json" with { type: "json" };

const login = vi.fn<(options?: LoginOptions) => Promise<void>>(() => Promise.resolve());
beforeAll(async () => {
  stubDialog();
  await startWords("hall", "confirm", "session");
  // Safe: nothing else of it is used here.
  setDriver({ login, on: () => () => undefined } as unknown as AuthPort);
});
beforeEach(() => {
  sessionStorage.clear();
  login.mockClear();
});
afterEach(cleanup);

const refused = (fault: string, acr = "") =>
  new Problem("accounts.confirm-sign-in", { status: 401, facts: { fault, maxAgeS: 900, acr } });

function Page({ error }: { error: unknown }) {
  const [typed, setTyped] = useKept("typed", "");
  return (
    <>
      <input aria-label="note" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <ConfirmNote error={error} />
    </>
  );
}
const show = (error: unknown) => act(async () => render(<Page error={error} />));
const go = () => act(async () => fireEvent.click(screen.getByRole("button", { name: words.go })));
const text = async (sentence: string) => expect(await screen.findByText(sentence)).toBeTruthy();

test("leads to the provider with what our server wants, and keeps what was typed for the way back, once", async () => {
  const { unmount } = await show(refused("old", "2 3"));
  fireEvent.change(screen.getByLabelText("note"), { target: { value: "an hour late" } });
  await text("This needs a sign-in of the last 15 minutes. The sign-in service asks you once more.");
  await go();
  expect(login).toHaveBeenCalledExactlyOnceWith({
    insist: true,
    wanted: { max_age: "900", acr_values: "2 3" },
  });
  unmount();
  const back = await show(undefined);
  expect(screen.getByLabelText("note")).toHaveProperty("value", "an hour late");
  back.unmount();
  await show(undefined);
  expect(screen.getByLabelText("note")).toHaveProperty("value", "");
});

test("goes in no circle: a provider that did not ask again is told about, and there is no way there", async () => {
  const first = await show(refused("old"));
  await screen.findByText(words.title);
  await go();
  first.unmount();
  land("came back", "/f");
  await show(refused("old"));
  await text(
    "The sign-in service let you through without asking who you are. Sign out of Waybill, sign in again, and repeat this within 15 minutes.",
  );
  expect(screen.queryByRole("button", { name: words.go })).toBeNull();
});

test("where the token does not say when, it tells administrators what to set", async () => {
  await show(refused("unknown"));
  await text(words["vain.unknown"]);
  await text(words.admin);
  expect(screen.queryByRole("button", { name: words.go })).toBeNull();
});

test("closed, it comes back with the next refusal alone", async () => {
  const error = refused("acr", "2");
  const { rerender } = await show(error);
  await text(words["why.acr"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Cancel" })));
  expect(screen.queryByText(words.title)).toBeNull();
  await act(async () => rerender(<Page error={refused("acr", "2")} />));
  await text(words["why.acr"]);
});
