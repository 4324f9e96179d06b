import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { clearPhone, showPhone } from "#features/courier/web/phone-view.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { setNavigator } from "#web/shell/navigate.ts";
import { Parts } from "./parts.tsx";

const recorded = vi.hoisted(() => vi.fn<(fact: unknown) => Promise<void>>(async () => undefined));
// Here is no database to keep a draft in.
vi.mock("#features/courier/web/use-phone-draft.ts", () => ({
  draftOf: <V,>(_name: string, initial: V) => initial,
  usePhoneDraft: () => undefined,
}));
vi.mock("#features/courier/web/use-record.ts", () => ({ useRecord: () => ({ mutateAsync: recorded }) }));
vi.mock("#features/delivery-pages/web/history/public-parts.ts", () => ({ ProofGallery: () => undefined }));
vi.mock("#features/proofs/web/public.ts", () => ({ checkTypedPin: async () => undefined }));
const kept = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock("./use-keep-picture.ts", () => ({
  useKeepPicture: () => ({ keep: kept, isWorking: false, isUnreadable: false, error: null }),
}));
vi.mock("#web/scan/use-scanner.ts", () => ({
  useScanner: () => ({ video: { current: null }, state: "refused", torch: undefined }),
}));

const CODES = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 3);
const [ONE = "", TWO = "", THREE = ""] = CODES;
const FOUR = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 4);
const parcelsOf = (codes: readonly string[]) =>
  codes.map((code) => ({ code, size: "small", massG: 1, contents: "books", fragile: false }));
const PHOTO = { id: "p", kind: "photo", sha256: "", takenAt: "2026-11-21T14:01:00.000Z", bytes: 1 };

beforeAll(async () => {
  setNavigator({ push: vi.fn<() => void>(), replace: vi.fn<() => void>(), preload: () => undefined });
  await startWords("hall", "courier", "custody", "deliveries", "parcels", "scan");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  clearPhone();
  vi.clearAllMocks();
  localStorage.clear();
});

let taskId = "t0";
async function open(kind: CourierStop["kind"], more: object = {}) {
  // Ticks of a stop outlive its page.
  taskId = `t${Number(taskId.slice(1)) + 1}`;
  const stop = {
    taskId,
    deliveryId: "d",
    kind,
    state: "arrived",
    blocked: false,
    addressTag: "a",
    contactName: "Rita",
    address: { label: "5 Rue Haute" },
    parcels: parcelsOf(CODES),
    required: kind === "collect" ? [] : ["recipient_name"],
    preferred: [],
    proofs: [],
    ...more,
  };
  // Safe: the page reads these alone.
  showPhone({ isReady: true, day: { stops: [stop], timezone: "UTC" } as unknown as CourierDay });
  await act(async () => {
    render(<Parts params={{ id: taskId }} search={{}} setSearch={() => undefined} />);
  });
}
/** Photographs one damaged parcel. */
const shoot = async (code: string, id: string) => {
  kept.mockResolvedValueOnce(id);
  const files = [new File(["x"], "damage.png", { type: "image/png" })];
  await act(async () => void fireEvent.change(screen.getByTestId(`damage-${code}`), { target: { files } }));
};
/** Sends the page's own form: that of the scanner stands above it. */
const submit = () => act(async () => void fireEvent.submit([...document.forms].at(-1) ?? document.body));
const summary = () => screen.queryByRole("alert")?.textContent ?? "";
const say = (code: string, word: string) => {
  const group = screen.getByRole("group", { name: new RegExp(code) });
  fireEvent.click(within(group).getByRole("radio", { name: word }));
};

test("each parcel is said by itself, a scanned one is delivered, and damage needs words and a photo", async () => {
  await open("deliver");
  fireEvent.click(screen.getByRole("button", { name: "Scan with the camera" }));
  fireEvent.change(screen.getByLabelText("Code on the label"), { target: { value: ONE } });
  fireEvent.click(screen.getByRole("button", { name: "Check the code" }));
  expect(screen.getByText("1 of 3 change hands")).toBeTruthy();
  await submit();
  expect(summary()).toContain("Say of each parcel what became of it.");
  say(TWO, "Refused");
  say(THREE, "Damaged");
  fireEvent.change(screen.getByLabelText("Who took it?"), { target: { value: "Rita" } });
  await submit();
  expect(summary()).toContain("Describe the damage.");
  fireEvent.change(screen.getByLabelText("What is damaged?"), { target: { value: "corner crushed" } });
  await submit();
  expect(summary()).toContain("Take a photo of each damaged parcel.");
  expect(recorded).not.toHaveBeenCalled();
});

test("what stayed is in the command, each damaged parcel with a photo of its own", async () => {
  await open("collect", { parcels: parcelsOf(FOUR), proofs: [PHOTO] });
  const [one = "", two = "", three = "", four = ""] = FOUR;
  say(one, "Collected");
  say(two, "Missing");
  say(three, "Damaged");
  fireEvent.change(screen.getByLabelText("What is damaged?"), { target: { value: "wet" } });
  await shoot(three, "p3");
  say(four, "Damaged");
  fireEvent.change(screen.getAllByLabelText("What is damaged?")[1] ?? document.body, {
    target: { value: "torn" },
  });
  await submit();
  expect(summary()).toContain("Take a photo of each damaged parcel.");
  await shoot(four, "p4");
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    {
      type: "succeed",
      recipientName: null,
      note: null,
      left: [
        { code: two, how: "missing", note: null, proofIds: [] },
        { code: three, how: "damaged", note: "wet", proofIds: ["p3"] },
        { code: four, how: "damaged", note: "torn", proofIds: ["p4"] },
      ],
    },
    { draft: `courier.parts.${taskId}` },
  );
});

test("nobody's name is asked for while no parcel is handed over", async () => {
  await open("deliver");
  expect(screen.queryByLabelText("Who took it?")).toBeNull();
  for (const code of CODES) say(code, "Refused");
  expect(screen.queryByLabelText("Who took it?")).toBeNull();
  say(ONE, "Delivered");
  expect(screen.getByLabelText("Who took it?")).toBeTruthy();
});

test.each([
  ["collect", "None collected", "Collected", "One parcel collected"],
  ["deliver", "None delivered", "Delivered", "One parcel delivered"],
] as const)(
  "while no parcel changes hands, the main action of a stop to %s says why",
  async (kind, none, word, one) => {
    await open(kind);
    const link = screen.getByRole("link", { name: none });
    expect(link.getAttribute("href")).toBe(`/c/stop/${taskId}/fail`);
    expect(screen.queryByRole("button", { name: /parcels? (collected|delivered)/ })).toBeNull();
    say(ONE, word);
    expect(screen.getByRole("button", { name: one })).toBeTruthy();
    expect(screen.queryByRole("link", { name: none })).toBeNull();
  },
);

test("where all changed hands nothing is said of single parcels", async () => {
  await open("collect");
  for (const code of CODES) say(code, "Collected");
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "succeed", recipientName: null, note: null },
    { draft: `courier.parts.${taskId}` },
  );
});

const DONE = { state: "succeeded", correctableUntil: "2999-01-01T00:00:00.000Z" };

test("a handover of everything is corrected to a part of it, without asking for its proofs again", async () => {
  await open("deliver", { ...DONE, required: ["recipient_name", "pin", "photo"] });
  screen.getByText(/You recorded that everything was delivered/);
  for (const code of CODES) say(code, "Delivered");
  await submit();
  expect(summary()).toContain("Say which parcel stayed.");
  say(TWO, "Refused");
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    {
      type: "correct",
      to: "failed",
      reason: "refused",
      recipientName: null,
      note: null,
      left: [{ code: TWO, how: "refused", note: null, proofIds: [] }],
    },
    { draft: `courier.parts.${taskId}` },
  );
});

test.each([
  ["a pickup", "collect", DONE],
  ["a handover of long ago", "deliver", { state: "succeeded", correctableUntil: null }],
] as const)("%s is not corrected to a part", async (_title, kind, more) => {
  await open(kind, more);
  expect(document.querySelector("form")).toBeNull();
});

test("in Arabic the choices and the reason of a refusal are said too", async () => {
  await chooseAndStoreLocale("ar");
  await open("deliver");
  say(TWO, "مرفوض");
  say(ONE, "سُلّم");
  await submit();
  expect(summary()).toContain("اذكر ما حدث لكل طرد.");
  await act(() => chooseAndStoreLocale("en"));
});
