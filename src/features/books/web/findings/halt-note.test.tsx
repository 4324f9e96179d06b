import { cleanup, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { type Answer, stubServer, onceProblem } from "#test/support/web/stub-server.ts";
import type { Halt } from "../../contract/findings.ts";
import { HaltNote } from "./halt-note.tsx";

const refused: Halt = {
  why: "refused",
  since: "2026-11-21T07:00:00.000Z",
  code: "invalid_api_key",
  account: "acct_ours",
  met: null,
};

usePage("payments", "money", "owed");

const health = (halt: Halt | null) => ({
  body: { open: 0, passes: [], halt },
});

/** @param halts what the server says of it, one look after the other */
async function open(halts: readonly (Halt | null)[], reopen: Answer = () => health(null)) {
  const left = [...halts];
  stubServer({
    "GET /api/money/health": () => health((left.length > 1 ? left.shift() : left[0]) ?? null),
    "POST /api/money/reopen": reopen,
  });
  await show(<HaltNote />);
}

test("a refused key is said at once, with what to do; trying again opens, or says why not", async () => {
  await open([refused, null], onceProblem(503, "payments.misconfigured", health(null).body));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The card provider refuses our key");
  expect(alert.textContent).toContain("The key is not valid");
  await press("Try again");
  expect(await screen.findByText(/Card payment is unavailable at the moment/)).toBeTruthy();
  await press("Try again");
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull(), 10_000);
});

test("another account is taken only where a person says so, by its name", async () => {
  const asked: unknown[] = [];
  await open([{ ...refused, why: "other-account", code: "other-account", met: "acct_new" }], (body) => {
    asked.push(body);
    return health(null);
  });
  expect(await screen.findByText(/Payments are in acct_ours; the key is of acct_new/)).toBeTruthy();
  await press("Use the new account");
  expect(asked).toEqual([{ account: "acct_new" }]);
});

test("while a restored backup is compared there is nothing to press; otherwise nothing is shown", async () => {
  await open([{ ...refused, why: "restored", code: "" }]);
  expect(await screen.findByText(/A backup was restored/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  await open([null]);
  expect(screen.queryByRole("alert")).toBeNull();
});
