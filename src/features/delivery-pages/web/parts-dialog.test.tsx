import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { clientWithReasons } from "#test/support/web/known-reasons.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { Problem } from "#web/api/problem.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { partTaskOf } from "./part-task.ts";
import { PartsDialog } from "./parts-dialog.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
vi.mock("#web/forms/picture-base64.ts", () => ({ pictureBase64: async (file: File) => file.name }));

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const CODES = parcelCodes(NUMBER, 3);
const [ONE = "", TWO = "", THREE = ""] = CODES;
const END = { succeed: { required: [], preferred: [] }, fail: { required: [], preferred: [] } };
type Kind = Delivery["tasks"][number]["kind"];

const deliveryOf = (tasks: readonly object[], actions: readonly string[], parcels = CODES) =>
  ({
    id: "d",
    number: NUMBER,
    actions,
    parcelList: [{ contents: "books" }, { contents: "" }, { contents: "" }],
    parcelStates: parcels.map((code) => ({ code, state: "on_board", how: null, history: [] })),
    tasks,
    proofNeeds: { ...DEFAULT_NEEDS, collect: END, deliver: END },
  }) as unknown as Delivery; // Safe: the dialog reads these alone.
const taskOf = (kind: Kind, state: string, more: object = {}) => ({
  id: kind,
  kind,
  tryNo: 1,
  state,
  outcome: null,
  ...more,
});
const collected = (left: readonly object[] = []) => taskOf("collect", "succeeded", { outcome: { left } });

beforeAll(async () => {
  stubDialog();
  await startWords("hall", "delivery-pages", "deliveries", "parcels", "proofs");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function open(delivery: Delivery) {
  sent.mockResolvedValue({});
  const part = partTaskOf(delivery);
  if (!part) throw new Error("nothing to tell apart");
  await act(async () => {
    render(
      <QueryClientProvider client={clientWithReasons()}>
        <PartsDialog delivery={delivery} part={part} onDone={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
}
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
const summary = () => screen.queryByRole("alert")?.textContent ?? "";
const say = (code: string, word: string) => {
  const group = screen.getByRole("group", { name: new RegExp(code) });
  fireEvent.click(within(group).getByLabelText(word));
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const commands = () =>
  sent.mock.calls.flatMap(([{ id }, input]) =>
    id === "performTask" && "command" in input ? input.command : [],
  );

test("what was missing at the pickup is recorded parcel by parcel", async () => {
  await open(deliveryOf([taskOf("collect", "arrived"), taskOf("deliver", "open")], ["succeed", "fail"]));
  await submit();
  expect(summary()).toContain("Say of each parcel what became of it.");
  say(ONE, "Collected");
  say(TWO, "Collected");
  say(THREE, "Missing");
  screen.getByRole("button", { name: "Record: 2 of 3" });
  await submit();
  expect(commands()).toMatchObject([
    { type: "succeed", taskId: "collect", left: [{ code: THREE, how: "missing", note: null, proofIds: [] }] },
  ]);
});

test("damage is described and shown, or recorded without its photo for a reason", async () => {
  await open(
    deliveryOf([collected([{ code: ONE, how: "missing" }]), taskOf("deliver", "arrived")], ["succeed"]),
  );
  expect(screen.queryByRole("group", { name: new RegExp(ONE) })).toBeNull();
  say(TWO, "Delivered");
  say(THREE, "Damaged");
  await submit();
  expect(summary()).toContain("Describe the damage.");
  type("What is damaged?", "wet");
  await submit();
  expect(summary()).toContain("Photo as a file: Please fill this in");
  expect(sent).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText(/^Photo of the damage/), {
    target: { files: [new File(["x"], "wet.png")] },
  });
  await submit();
  const [kept] = sent.mock.calls.flatMap(([{ id }, input]) => (id === "keepProof" ? input : []));
  expect(kept).toMatchObject({ kind: "photo", image: "wet.png", taskId: "deliver" });
  const proofId = kept && "proofId" in kept ? kept.proofId : "";
  expect(commands()).toMatchObject([
    {
      type: "succeed",
      proofIds: [proofId],
      left: [{ code: THREE, how: "damaged", note: "wet", proofIds: [proofId] }],
    },
  ]);
});

const choose = (label: RegExp, name: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(["x"], name)] } });
const keptImages = () => sent.mock.calls.flatMap(([{ id }, input]) => (id === "keepProof" ? [input] : []));

test("a picture is sent only while its field shows", async () => {
  await open(deliveryOf([collected(), taskOf("deliver", "arrived")], ["succeed"]));
  for (const code of [ONE, TWO]) say(code, "Delivered");
  say(THREE, "Damaged");
  type("What is damaged?", "wet");
  choose(/^Photo as a file/, "door.png");
  fireEvent.click(screen.getByLabelText(/^Record it without/));
  say(THREE, "Delivered");
  expect(screen.queryByLabelText(/^Photo as a file/)).toBeNull();
  await submit();
  expect(keptImages()).toEqual([]);
  const [command] = commands();
  expect(command).toMatchObject({ type: "succeed", proofIds: [] });
  expect(command).not.toHaveProperty("unproven");
});

test("the photo of a damage that was taken back is chosen anew", async () => {
  await open(deliveryOf([collected(), taskOf("deliver", "arrived")], ["succeed"]));
  for (const code of [ONE, TWO]) say(code, "Delivered");
  say(THREE, "Damaged");
  type("What is damaged?", "wet");
  choose(/^Photo of the damage/, "wet.png");
  say(THREE, "Refused");
  say(THREE, "Damaged");
  await submit();
  expect(summary()).toContain("Photo as a file: Please fill this in");
  expect(sent).not.toHaveBeenCalled();
});

test("a handover of everything is corrected to a part of it for a reason that is named", async () => {
  await open(deliveryOf([collected(), taskOf("deliver", "succeeded", { outcome: {} })], ["correct"]));
  for (const code of CODES) say(code, "Delivered");
  type(/Why it is corrected/, "she called");
  await submit();
  expect(summary()).toContain("Say which parcel stayed.");
  say(TWO, "Refused");
  await submit();
  expect(commands()).toMatchObject([
    {
      type: "correct",
      taskId: "deliver",
      to: "failed",
      reason: "refused",
      note: "she called",
      left: [{ code: TWO, how: "refused" }],
    },
  ]);
});

test("a refusal is said in the dialog, and what was chosen stays", async () => {
  await open(deliveryOf([collected(), taskOf("deliver", "succeeded", { outcome: {} })], ["correct"]));
  sent.mockRejectedValue(new Problem("deliveries.wrong-state", { way: "reload", facts: {} }));
  for (const code of CODES) say(code, "Refused");
  type(/Why it is corrected/, "she called");
  await submit();
  expect(screen.getByRole("alert").textContent).not.toBe("");
  screen.getByRole("button", { name: "Record: 0 of 3" });
});

test.each<[string, Delivery]>([
  ["a pickup that ended", deliveryOf([collected(), taskOf("deliver", "open")], ["correct"])],
  ["one parcel", deliveryOf([taskOf("collect", "arrived")], ["succeed"], [ONE])],
  ["a way back", deliveryOf([collected(), taskOf("return", "arrived")], ["succeed"])],
  ["a try that failed", deliveryOf([collected(), taskOf("deliver", "failed", { outcome: {} })], ["correct"])],
  ["a delivery of which nothing may be said", deliveryOf([collected(), taskOf("deliver", "succeeded")], [])],
])("parcels are not told apart: %s", (_title, delivery) => {
  expect(partTaskOf(delivery)).toBeUndefined();
});
