import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { Problem } from "../api/problem.ts";
import { startWords } from "../i18n/words.ts";
import { AuthError } from "../session/auth-error.ts";
import { forgetLoginFailure } from "../session/begin-login.ts";
import { land } from "../session/storage/landed.ts";
import { ConfirmNote } from "./confirm-note.tsx";
import { useKept, useKeptId } from "./kept.ts";
import words from "./words/en.json" with { type: "json" };

const { login } = stubAuth();
login.mockImplementation(async () => {
  // Leaves for the provider.
  dispatchEvent(new Event("pagehide"));
});
beforeAll(async () => {
  stubDialog();
  await startWords("hall", "confirm", "session");
});
beforeEach(() => {
  sessionStorage.clear();
  login.mockClear();
});
afterEach(() => {
  cleanup();
  forgetLoginFailure();
  vi.useRealTimers();
});

const refused = (fault: string, acr = "") =>
  new Problem("accounts.confirm-sign-in", { status: 401, facts: { fault, maxAgeS: 900, acr } });

function Page({ error }: { error: unknown }) {
  const [typed, setTyped] = useKept("typed", "");
  const id = useKeptId("request");
  return (
    <>
      <input aria-label="note" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output>{id}</output>
      <ConfirmNote error={error} />
    </>
  );
}
const show = (error: unknown) => act(async () => render(<Page error={error} />));
const go = () => act(async () => fireEvent.click(screen.getByRole("button", { name: words.go })));
const text = async (sentence: string) => expect(await screen.findByText(sentence)).toBeTruthy();

test("leads to the provider with what our server wants", async () => {
  await show(refused("old", "2 3"));
  await text("This needs a sign-in of the last 15 minutes. The sign-in service asks you once more.");
  await go();
  expect(login).toHaveBeenCalledExactlyOnceWith({
    insist: true,
    wanted: { max_age: "900", acr_values: "2 3" },
  });
});

describe("what was typed", () => {
  const typed = async (error: unknown) => {
    const page = await show(error);
    fireEvent.change(screen.getByLabelText("note"), { target: { value: "an hour late" } });
    await screen.findByText(words.title);
    return page;
  };
  /** Input of the page opened anew. */
  const reopened = async () => {
    cleanup();
    await show(undefined);
    return screen.getByLabelText<HTMLInputElement>("note").value;
  };

  test("is there on the way back, once", async () => {
    await typed(refused("old"));
    const id = () => screen.getByRole("status").textContent;
    const first = id();
    await go();
    expect(await reopened()).toBe("an hour late");
    expect(id()).toBe(first);
    expect(await reopened()).toBe("");
    expect(id()).not.toBe(first);
  });

  test("is kept for ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await typed(refused("old"));
    await go();
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1);
    expect(await reopened()).toBe("");
    vi.setSystemTime(Date.now() - 60_000);
    expect(await reopened()).toBe("");
  });

  test("is not kept where the sign-in does not begin, and is at the try that does", async () => {
    login.mockRejectedValueOnce(new AuthError("unreachable"));
    await typed(refused("old"));
    await go();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("wb.draft."))).toEqual([]);
    await go();
    expect(await reopened()).toBe("an hour late");
  });

  test("is forgotten once the Back button brings the page back whole, and by a page that nobody left", async () => {
    await typed(refused("old"));
    await go();
    dispatchEvent(new Event("pageshow"));
    expect(await reopened()).toBe("");
    dispatchEvent(new Event("pagehide"));
    expect(await reopened()).toBe("");
  });
});

test("goes in no circle: a provider that did not ask again is told about, and there is no way there", async () => {
  const first = await show(refused("old"));
  await screen.findByText(words.title);
  await go();
  first.unmount();
  land("came back again", "/f");
  await show(refused("old"));
  await text(
    "The sign-in service let you through without asking who you are. Sign out of Waybill, sign in again, and repeat this within 15 minutes.",
  );
  expect(screen.queryByRole("button", { name: words.go })).toBeNull();
});

test("where the token does not say when, the provider is asked once; then administrators read what to set", async () => {
  const first = await show(refused("unknown"));
  await text(words["why.unknown"]);
  await go();
  first.unmount();
  land("came back", "/f");
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
