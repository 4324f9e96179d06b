import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { PageForms } from "#features/tracking/contract/page.ts";
import type { Choices } from "../contract/api.ts";
import { ChoicesCard } from "./choices-card.tsx";

const TOKEN = "0123456789abcdefghijAB";
const WINDOW = { start: "2026-06-17T12:00:00.000Z", end: "2026-06-17T13:00:00.000Z" };
const free = { minor: 0, currency: "EUR" };
const OPEN: Choices = {
  version: 7,
  timezone: "Europe/Berlin",
  window: WINDOW,
  note: "",
  handover: null,
  options: [
    { kind: "window", why: null, cost: free },
    { kind: "safe_place", why: null, cost: free },
    { kind: "hub", why: "no-hub", cost: free },
    { kind: "return", why: "not-missed", cost: free },
  ],
  windows: [WINDOW],
  nextDay: null,
  hub: null,
  made: [],
};
const MADE: Choices = {
  ...OPEN,
  version: 8,
  made: [
    {
      id: "0190a0b0-0000-7000-8000-000000000001",
      choice: { kind: "safe_place", place: "Behind the shed" },
      chosenAt: WINDOW.start,
      fate: "standing",
      at: null,
      mayTakeBack: true,
    },
  ],
};
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const refresh = vi.fn<() => void>();

beforeAll(async () => {
  await startWords("hall", "choices");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

async function open(answer: (init: RequestInit) => Response, forms?: PageForms) {
  fetched.mockImplementation(async (_url, init) => answer(init));
  vi.stubGlobal("fetch", fetched);
  await act(async () => {
    render(<ChoicesCard token={TOKEN} stamp="1" refresh={refresh} forms={forms} />);
  });
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const choice = (name: string) => {
  const details = screen.getByText(name).closest("details");
  if (!details) throw new Error(`${name} cannot be chosen`);
  return details;
};
const openChoice = (name: string) => act(async () => void (choice(name).open = true));
const confirm = (name: string) =>
  act(async () => fireEvent.click(within(choice(name)).getByRole("button", { name: "Yes, do that" })));
const SAFE = "Leave it in a safe place";
const isSent = ({ method }: RequestInit) => method === "POST";
const sent = () => fetched.mock.calls.filter(([, init]) => isSent(init));
const bodyOf = (nth: number): unknown => {
  const body = sent()[nth]?.[1].body;
  return typeof body === "string" ? JSON.parse(body) : body;
};
async function leaveBehindTheShed() {
  await openChoice(SAFE);
  fireEvent.change(screen.getByLabelText("Where exactly?"), { target: { value: "Behind the shed" } });
  await confirm(SAFE);
}

test("a choice is confirmed, sent with the version that was read, and shown with its way back", async () => {
  await open((init) => Response.json(isSent(init) ? MADE : OPEN));
  expect(screen.queryByText("I collect it myself"), "there is no place for it").toBeNull();
  expect(screen.queryByText("Send it back to the sender"), "it is for another moment").toBeNull();
  await leaveBehindTheShed();
  expect(bodyOf(0)).toEqual({ version: 7, choice: { kind: "safe_place", place: "Behind the shed" } });
  expect(new Headers(sent()[0]?.[1].headers).get("x-tracking-token")).toBe(TOKEN);
  expect(screen.getByText("Leave at: Behind the shed.")).toBeTruthy();
  expect(document.activeElement?.textContent).toBe("Done. The courier and the office know.");
  expect(choice(SAFE).open, "it closes behind itself").toBe(false);
  expect(refresh).toHaveBeenCalledOnce();
  await press("Take back");
  expect(sent()[1]?.[0]).toContain(`/api/tracking/choices/${MADE.made[0]?.id}/take-back`);
});

test("a note for the door is shown as it was written, and one that was emptied without quotes", async () => {
  const [one] = MADE.made;
  const notes = ["Ring twice", ""].map((note, nth) => ({
    ...one,
    id: `0190a0b0-0000-7000-8000-00000000000${nth}`,
    choice: { kind: "note" as const, note },
  }));
  await open(() => Response.json({ ...MADE, made: notes }));
  const said = screen.getAllByText("Note for the door.").map((each) => each.closest("p")?.textContent);
  expect(said).toEqual([
    "Note for the door. Ring twice That is how it is planned.",
    "Note for the door. That is how it is planned.",
  ]);
});

test("after the end the card tells what was chosen and asks nothing", async () => {
  const options = OPEN.options.map(({ kind, cost }) => ({ kind, cost, why: "ended" as const }));
  const made = MADE.made.map((one) => ({
    ...one,
    fate: "kept" as const,
    at: WINDOW.end,
    mayTakeBack: false,
  }));
  await open(() => Response.json({ ...MADE, options, made }));
  expect(screen.getByRole("heading", { name: "What you chose" })).toBeTruthy();
  expect(screen.queryByText("What shall we do with it?")).toBeNull();
});

test("at the door the card says once why nothing can be chosen any more", async () => {
  const options = OPEN.options.map(({ kind, cost }) => ({ kind, cost, why: "at-door" as const }));
  const made = MADE.made.map((one) => ({ ...one, fate: "kept" as const, mayTakeBack: false }));
  await open(() => Response.json({ ...MADE, options, made }));
  expect(screen.getAllByText("The courier is at your door.")).toHaveLength(1);
  expect(screen.queryByText(SAFE)).toBeNull();
  expect(screen.getByRole("heading", { name: "What you chose" })).toBeTruthy();
});

test("a refused choice says why, keeps the form, and is another one when it is sent again", async () => {
  const refusal = { code: "choices.not-possible", status: 409, facts: {}, way: "none" };
  await open((init) => (isSent(init) ? Response.json(refusal, { status: 409 }) : Response.json(OPEN)));
  await leaveBehindTheShed();
  expect(screen.getByText(/That is not possible for this delivery any more/)).toBeTruthy();
  expect(choice(SAFE).open).toBe(true);
  await confirm(SAFE);
  const keys = sent().map(([, init]) => new Headers(init.headers).get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
  expect(refresh).not.toHaveBeenCalled();
});

test("where the delivery changed meanwhile the card says so, shows what is open now, and takes the press", async () => {
  const changed = { code: "deliveries.changed-meanwhile", status: 409, facts: { version: 8 }, way: "none" };
  let version = 7;
  await open((init) => {
    if (!isSent(init)) return Response.json({ ...OPEN, version });
    if (version === 8) return Response.json(MADE);
    version = 8;
    return Response.json(changed, { status: 409 });
  });
  await leaveBehindTheShed();
  expect(screen.getByRole("alert").textContent).toMatch(/^The delivery changed in the meantime/);
  await confirm(SAFE);
  expect(bodyOf(1)).toMatchObject({ version: 8 });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Escape closes a choice and gives the focus back", async () => {
  await open(() => Response.json(OPEN));
  const when = "Bring it at another time";
  await openChoice(when);
  fireEvent.keyDown(screen.getByLabelText("When?"), { key: "Escape" });
  expect(choice(when).open).toBe(false);
  expect(document.activeElement?.textContent).toBe("Bring it at another time");
});

test("whoever looks on is offered nothing", async () => {
  const refusal = { code: "choices.view-only", status: 403, facts: {}, way: "none" };
  await open(() => Response.json(refusal, { status: 403 }));
  expect(document.body.textContent).toBe("");
});

test("what could not be read says so and can be read again", async () => {
  let isUp = false;
  await open(() =>
    isUp ? Response.json(OPEN) : Response.json({ code: "http.internal", status: 500 }, { status: 500 }),
  );
  isUp = true;
  await press("Try again");
  expect(choice(SAFE)).toBeTruthy();
});

const DRAWN: PageForms = {
  key: "0190a0b0-0000-7000-8000-0000000000aa",
  slot: MADE,
  pictures: [],
  posted: null,
  done: "chosen",
};

test("drawn by the server, it is a form for each choice and each way back, and reads nothing anew", async () => {
  await open(() => Response.json(OPEN), DRAWN);
  expect(fetched).not.toHaveBeenCalled();
  expect(screen.getByText("Done. The courier and the office know.")).toBeTruthy();
  const form = (within_: ParentNode | null) => {
    const found = within_?.querySelector("form");
    if (!found) throw new Error("no form");
    return [found.method, Object.fromEntries(new FormData(found))];
  };
  const { key } = DRAWN;
  const chosen = { act: "choose", key, kind: "safe_place", version: "8", place: "" };
  expect(form(choice(SAFE))).toEqual(["post", chosen]);
  const back = { act: "take-back", key, id: MADE.made[0]?.id };
  expect(form(document.querySelector("#take-back"))).toEqual(["post", back]);
});

test("a form that was refused without a script keeps what was typed and says at its field why", async () => {
  const posted = {
    act: "choose",
    values: { kind: "safe_place", place: " x" },
    code: "http.bad-input",
    status: 400,
    facts: {},
    fields: [{ path: "place", code: "too-short" }],
    way: "mend" as const,
  };
  await open(() => Response.json(OPEN), { ...DRAWN, done: null, posted });
  expect(choice(SAFE).open).toBe(true);
  const field = screen.getByLabelText("Where exactly?");
  expect(field).toHaveProperty("value", " x");
  const note = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Enter at least 2 characters");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(0);
  cleanup();
  const over = { ...posted, code: "choices.not-possible", status: 409, fields: [] };
  await open(() => Response.json(OPEN), { ...DRAWN, done: null, posted: over });
  expect(screen.getByText(/That is not possible for this delivery any more/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" }), "it would need a script").toBeNull();
});

test("the sender's cost of a choice stands in its form, before the press", async () => {
  const options = [
    { kind: "window" as const, why: null, cost: { minor: 292, currency: "EUR" } },
    { kind: "hub" as const, why: null, cost: free },
  ];
  await open(() => Response.json({ ...OPEN, options, hub: "Hubstr. 1" }));
  expect(
    screen.getByText(/The sender pays €2\.92 for it, once it was done\. It costs you nothing/),
  ).toBeTruthy();
  expect(screen.getByText(/You collect it at Hubstr\. 1\. It costs you nothing/)).toBeTruthy();
});
