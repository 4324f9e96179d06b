import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { setNavigator } from "#web/shell/navigate.ts";
import { Problem } from "#web/api/problem.ts";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { writableReason } from "#features/reasons/contract/shapes.ts";
import { DEFAULT_TERMS, newReason, NO_NAMES } from "#features/reasons/domain/terms.ts";
import { Done } from "./done.tsx";
import { Fail } from "./fail.tsx";
import { clearPhone, showPhone } from "#features/courier/web/phone-view.ts";

const recorded = vi.hoisted(() => vi.fn<(fact: unknown) => Promise<void>>(async () => undefined));
// Here is no database to keep a draft in.
vi.mock("#features/courier/web/use-phone-draft.ts", () => ({
  draftOf: <V,>(_name: string, initial: V) => initial,
  usePhoneDraft: () => undefined,
}));
vi.mock("#features/courier/web/use-record.ts", () => ({ useRecord: () => ({ mutateAsync: recorded }) }));
vi.mock("#features/delivery-pages/web/history/public-parts.ts", () => ({ ProofGallery: () => undefined }));

const compared = vi.hoisted(() => vi.fn<(typed: object) => Promise<void>>(async () => undefined));
vi.mock("#features/proofs/web/public.ts", () => ({ checkTypedPin: compared }));

const went = vi.fn<(href: string) => void>();
beforeAll(async () => {
  stubDialog();
  setNavigator({ push: went, replace: went, preload: () => undefined });
  await startWords("hall", "courier", "custody", "deliveries");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  clearPhone();
  vi.clearAllMocks();
});

const PHOTO = {
  id: "p",
  kind: "photo" as const,
  sha256: "",
  takenAt: "2026-11-21T14:01:00.000Z",
  bytes: 1,
};
const stopOf = (kind: CourierStop["kind"], proofs: CourierStop["proofs"] = []) =>
  ({
    taskId: "t",
    deliveryId: "d",
    kind,
    state: "arrived",
    addressTag: "a",
    contactName: "Rita",
    address: { label: "5 Rue Haute" },
    parcels: [],
    required: kind === "collect" ? [] : ["recipient_name", "photo_or_signature"],
    preferred: [],
    proofs,
  }) as unknown as CourierStop; // Safe: the pages read these alone.

async function open(Page: typeof Done, stop: CourierStop, more: Partial<CourierDay> = {}) {
  // Safe: as above.
  const show = (one: CourierStop) =>
    showPhone({ isReady: true, day: { ...more, stops: [one], timezone: "UTC" } as unknown as CourierDay });
  show(stop);
  await act(async () => {
    render(<Page params={{ id: "t" }} search={{}} setSearch={() => undefined} />);
  });
  return { keep: () => act(async () => show({ ...stop, proofs: [PHOTO] })) };
}
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
const summary = () => screen.queryByRole("alert")?.textContent ?? "";

test("a missing proof is named at the top beside the missing name, and its line leads to the photo", async () => {
  const { keep } = await open(Done, stopOf("deliver"));
  expect(summary()).toBe("");
  await submit();
  expect(summary()).toContain("2 inputs need your attention");
  expect(summary()).toContain("Who took it? Please fill this in");
  fireEvent.click(screen.getByRole("link", { name: /^Proof: Take a photo or let the recipient sign/ }));
  const photo = screen.getByLabelText("Take a photo");
  expect(document.activeElement).toBe(photo);
  expect(photo.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(photo.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "Take a photo or let",
  );
  expect(recorded).not.toHaveBeenCalled();

  await keep();
  await waitFor(() => expect(summary()).not.toContain("Proof"));
  fireEvent.change(screen.getByLabelText("Who took it?"), { target: { value: "Rita" } });
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "succeed", recipientName: "Rita", note: null },
    { draft: "courier.done.t" },
  );
});

test.each([
  ["de", "Machen Sie ein Foto"],
  ["fr", "Prenez une photo"],
  ["es", "Haga una foto"],
  ["ar", "التقط صورة"],
] as const)("in the language %s the line about the proof is said too", async (locale, text) => {
  await chooseAndStoreLocale(locale);
  await open(Done, stopOf("deliver"));
  await submit();
  expect(summary()).toContain(text);
  await act(() => chooseAndStoreLocale("en"));
});

test("a reason that needs a photo names it at the top as well", async () => {
  await open(Fail, stopOf("deliver"));
  fireEvent.click(screen.getByRole("radio", { name: "Refused because it was damaged" }));
  await submit();
  expect(summary()).toContain("Proof: This reason needs a photo.");
  expect(recorded).not.toHaveBeenCalled();
});

test("a policy's own proofs are asked for one by one, and what is missing is said before the button", async () => {
  const required: CourierStop["required"] = ["photo", "signature", "age_check", "note"];
  const { keep } = await open(Done, { ...stopOf("deliver"), required, preferred: ["recipient_name"] });
  const missing = () => screen.getByText(/^Still missing/).textContent;
  expect(missing()).toBe("Still missing: photo, signature, age check (18), and note");
  await keep();
  fireEvent.click(screen.getByLabelText("I saw a document: 18 years or older"));
  expect(missing()).toBe("Still missing: signature and note");
  await submit();
  expect(summary()).toContain("Proof: A signature is needed here.");
  expect(summary()).not.toContain("Who took it?");
  expect(recorded).not.toHaveBeenCalled();
});

test("an age check is sent as seen, without a date, and what is only preferred may be left out", async () => {
  await open(Done, { ...stopOf("deliver"), required: ["age_check"], preferred: ["recipient_name", "photo"] });
  await submit();
  expect(summary()).toContain("If it does not prove 18 years, do not hand over.");
  fireEvent.click(screen.getByLabelText("I saw a document: 18 years or older"));
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "succeed", recipientName: null, note: null, ofAge: true },
    { draft: "courier.done.t" },
  );
});

test("a failure's required and preferred proofs are marked before the reason is chosen, and at the button", async () => {
  const onFail: CourierStop["onFail"] = { required: ["photo"], preferred: ["note"] };
  await open(Fail, { ...stopOf("deliver"), onFail });
  expect(screen.getByText("Needed: photo")).toBeTruthy();
  expect(screen.getByText("Asked for, may be left out: note")).toBeTruthy();
  expect(screen.getByText("Still missing: photo")).toBeTruthy();
  const note = screen.getByRole("textbox", { name: "Note" });
  expect(document.getElementById(note.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Asked for, may be left out",
  );
  fireEvent.click(screen.getByRole("radio", { name: "Nobody was there" }));
  await submit();
  expect(summary()).toContain("Proof: A photo is needed here.");
  expect(recorded).not.toHaveBeenCalled();
});

test("a reason's photo is missing as soon as the reason is chosen, and no longer once it is taken", async () => {
  const { keep } = await open(Fail, stopOf("deliver"));
  expect(screen.queryByText(/^Still missing/)).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Refused because it was damaged" }));
  expect(screen.getByText("Still missing: photo")).toBeTruthy();
  await keep();
  expect(screen.queryByText(/^Still missing/)).toBeNull();
});

test("a failure is asked for the note that the policy wants", async () => {
  await open(Fail, { ...stopOf("deliver"), onFail: { required: ["note"], preferred: [] } });
  fireEvent.click(screen.getByRole("radio", { name: "Nobody was there" }));
  await submit();
  expect(summary()).toContain("Note: Please fill this in");
  expect(recorded).not.toHaveBeenCalled();
});

test("the company's own reason of the stored day stands there by its name, asks for its proofs and says what is next", async () => {
  const names = { ...NO_NAMES, en: "A dog in the yard" };
  const dog = { ...newReason("dropoff", "dogbarks"), names, nextAction: "hub" as const };
  const off = DEFAULT_TERMS.map((one) => ({ ...one, isOn: one.code !== "closed" }));
  const reasons = [...off, { ...dog, proofs: ["note", "photo"] as const }].map(writableReason);
  await open(Fail, stopOf("deliver"), { reasons });
  expect(screen.queryByRole("radio", { name: "The place was closed" })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "A dog in the yard" }));
  expect(screen.getByText("Bring the parcels to the hub.")).toBeTruthy();
  await submit();
  expect(summary()).toContain("Proof: This reason needs a photo.");
  expect(summary()).toContain("Note: Please fill this in");
  expect(recorded).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: "Nobody was there" }));
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "fail", reason: "recipient_absent", note: null },
    { draft: "courier.fail.t" },
  );
});

const until = "2026-11-21T14:10:00.000Z";

test("a correction to done takes the proofs that the policy asks for", async () => {
  const failed = { ...stopOf("deliver"), state: "failed" as const, correctableUntil: until };
  const { keep } = await open(Done, failed);
  expect(screen.getByText(/If it worked after all/)).toBeTruthy();
  await submit();
  expect(summary()).toContain("Who took it? Please fill this in");
  expect(recorded).not.toHaveBeenCalled();
  await keep();
  fireEvent.change(screen.getByLabelText("Who took it?"), { target: { value: "Rita" } });
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "correct", to: "succeeded", reason: null, recipientName: "Rita", note: null },
    { draft: "courier.done.t" },
  );
});

test("a correction to failed takes its reason and the photo that it needs", async () => {
  const done = { ...stopOf("deliver"), state: "succeeded" as const, correctableUntil: until };
  const { keep } = await open(Fail, done);
  fireEvent.click(screen.getByRole("radio", { name: "Refused because it was damaged" }));
  await submit();
  expect(recorded).not.toHaveBeenCalled();
  await keep();
  await submit();
  expect(recorded).toHaveBeenCalledWith(
    { type: "correct", to: "failed", reason: "refused_damaged", recipientName: null, note: null },
    { draft: "courier.fail.t" },
  );
});

test.each([
  ["the same end", Done, { state: "succeeded" as const, correctableUntil: until }],
  ["an end that is too old", Done, { state: "failed" as const, correctableUntil: null }],
  ["a failure that is too old", Fail, { state: "succeeded" as const, correctableUntil: null }],
])("an end that cannot be corrected leads to its stop: %s", async (_, Page, state) => {
  await open(Page, { ...stopOf("deliver"), ...state });
  expect(went).toHaveBeenCalledWith("/c/stop/t");
});

test("a pickup has nothing to hand over: its address leads to its stop", async () => {
  await open(Done, stopOf("collect"));
  expect(went).toHaveBeenCalledWith("/c/stop/t");
  expect(screen.queryByText("Hand over")).toBeNull();
});

test("what goes back to the sender is given back, not handed over", async () => {
  await open(Done, stopOf("return"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Give back");
  expect(document.title).toContain("Give back");
});

test("a PIN in Arabic digits is compared and recorded in plain ones, and a wrong one is said at its input", async () => {
  await open(Done, { ...stopOf("deliver"), required: ["pin"] });
  const box = screen.getByLabelText(/PIN of the recipient/);
  await submit();
  expect(box.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(box, { target: { value: "٤٨٢١" } });
  const code = "courier.pin-wrong";
  compared.mockRejectedValueOnce(new Problem(code, { facts: { left: 4 }, fields: [{ path: "pin", code }] }));
  await submit();
  expect((await screen.findAllByText(/This is not the PIN. 4 more tries./)).length).toBeGreaterThan(0);
  expect(recorded).not.toHaveBeenCalled();
  fireEvent.change(box, { target: { value: "٤٨٢٢" } });
  await submit();
  expect(compared).toHaveBeenLastCalledWith(expect.objectContaining({ deliveryId: "d", pin: "4822" }));
  expect(recorded).toHaveBeenCalledWith(
    expect.objectContaining({ type: "succeed", pin: "4822" }),
    expect.anything(),
  );
});
