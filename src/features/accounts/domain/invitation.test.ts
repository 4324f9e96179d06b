import { expect, test } from "vitest";
import { advance } from "#kernel/machine.ts";
import { INVITATION_MACHINE, INVITATION_STATES, mayFollow, provenEmail, stateAt } from "./invitation.ts";

test("an open invitation expires by the clock, an ended one does not change", () => {
  expect(stateAt({ state: "open", expiresAt: 10 }, 9)).toBe("open");
  expect(stateAt({ state: "open", expiresAt: 10 }, 10)).toBe("expired");
  for (const state of ["accepted", "withdrawn"] as const)
    expect(stateAt({ state, expiresAt: 10 }, 99)).toBe(state);
});

test("only what is open is accepted, only what nobody accepted is withdrawn or renewed", () => {
  const may = (command: "accept" | "withdraw" | "renew") =>
    INVITATION_STATES.filter((state) => {
      try {
        return Boolean(advance(INVITATION_MACHINE, state, command));
      } catch {
        return false;
      }
    });
  expect(may("accept")).toEqual(["open"]);
  expect(may("withdraw")).toEqual(["open", "expired"]);
  expect(may("renew")).toEqual(["open", "expired"]);
});

test.each([
  ["ada@example.org", undefined, undefined],
  [" Ada@Example.org ", true, "ada@example.org"],
  ["ada@example.org", false, undefined],
  ["", true, undefined],
  [undefined, true, undefined],
])("%s, verified %s, proves %s", (email, emailVerified, proven) => {
  expect(provenEmail({ email, emailVerified })).toBe(proven);
});

test("the link is for the invited address, or for whoever has none that is proven", () => {
  expect(mayFollow("Ada@example.org", { email: "ada@EXAMPLE.org", emailVerified: true })).toBe(true);
  expect(mayFollow("ada@example.org", { email: "eve@example.org", emailVerified: true })).toBe(false);
  expect(mayFollow("ada@example.org", { email: "eve@example.org" })).toBe(true);
  expect(mayFollow("ada@example.org", { email: "eve@example.org", emailVerified: false })).toBe(true);
  expect(mayFollow("ada@example.org", {})).toBe(true);
});
