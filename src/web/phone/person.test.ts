import { beforeEach, expect, test, vi } from "vitest";
import type { SessionState } from "#web/session/port.ts";
import type { Owner } from "./owners.ts";
import { type Person, followPerson } from "./person.ts";

interface Now {
  state: SessionState;
  tell: () => void;
}

const { owners, now } = vi.hoisted((): { owners: Owner[]; now: Now } => ({
  owners: [],
  now: { state: { kind: "signing-in" }, tell: () => undefined },
}));
vi.mock("#web/session/session.ts", () => ({
  sessionState: () => now.state,
  onSession: (listener: () => void) => {
    now.tell = listener;
  },
}));
vi.mock("./owners.ts", () => ({
  listOwners: () => Promise.resolve(owners),
  hashOf: () => Promise.resolve("h"),
}));

const CARLA = { hash: "h", subject: "carla", name: "Carla", unsent: 3, at: 1, isReadable: true };
let shown: (Person | undefined)[] = [];
const forgotten: string[] = [];

beforeEach(() => {
  owners.splice(0, owners.length, CARLA);
  [shown, forgotten.length] = [[], 0];
  now.state = { kind: "signing-in" };
  followPerson({
    enter: (person) => void shown.push(person),
    forget: async ({ name }) => void forgotten.push(name),
  });
});

async function ended(state: Omit<Extract<SessionState, { kind: "signed-out" }>, "kind">): Promise<void> {
  now.state = { kind: "signed-out", ...state };
  now.tell();
  await new Promise((resolve) => void setTimeout(resolve));
}

test.each(["expired", "ended-elsewhere", "ended-or-disabled"] as const)(
  "the day of a courier whose session is over (%s) stays readable",
  async (trouble) => {
    await ended({ trouble });
    expect(shown).toEqual([expect.objectContaining({ name: "Carla", isSignedIn: false })]);
    expect(forgotten).toEqual([]);
  },
);

test("who signed out in another tab of this phone is shown nowhere", async () => {
  await ended({ trouble: "ended-elsewhere", facts: { isOwn: 1 } });
  expect(shown).toEqual([undefined]);
});

test("the operator's limit without a network locks the day and forgets nothing", async () => {
  await ended({ trouble: "offline-too-long" });
  expect(shown).toEqual([undefined]);
  expect(forgotten).toEqual([]);
});

test("who signs out here is shown nowhere, and what was sent goes", async () => {
  await ended({});
  expect(shown).toEqual([undefined]);
  expect(forgotten).toEqual(["Carla"]);
});
