import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { clientWithReasons, DOG_REASON } from "#test/support/web/known-reasons.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { follows } from "./later/follows.ts";
import type { PlainAction } from "./run-action.ts";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
vi.mock("#web/forms/picture-base64.ts", () => ({ pictureBase64: async (file: File) => file.name }));

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
type Required = Delivery["proofNeeds"]["deliver"]["succeed"]["required"];
const deliveryOf = (required: Required) =>
  ({
    id: "d",
    version: 7,
    number: NUMBER,
    parcelList: [{}, {}],
    parcelStates: parcelCodes(NUMBER, 2).map((code) => ({ code, state: "on_board", how: null, history: [] })),
    tasks: [{ id: "t", kind: "deliver", state: "arrived", courierName: "Kim" }],
    proofNeeds: {
      ...DEFAULT_NEEDS,
      deliver: { ...DEFAULT_NEEDS.deliver, succeed: { required, preferred: [] } },
    },
  }) as unknown as Delivery; // Safe: the dialog reads these alone.

beforeAll(async () => {
  stubDialog();
  follows.add(() =>
    Promise.resolve(({ deliveryId, version, act: name, taskId = "-", reason = "-" }) => (
      <p data-testid="follows">{[name, deliveryId, version, taskId, reason].join(" ")}</p>
    )),
  );
  await startWords("hall", "delivery-pages", "deliveries", "proofs");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const followed = async (isThere: boolean) => (isThere ? screen.findByTestId("follows") : null);

async function open(action: PlainAction, required: Required, changes: Partial<Delivery> = {}) {
  sent.mockResolvedValue({});
  await show(clientWithReasons(), action, { ...deliveryOf(required), ...changes });
}

async function show(client: QueryClient, action: PlainAction, delivery: Delivery) {
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <ActionDialog
          delivery={delivery}
          action={action}
          onDone={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    );
  });
}
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
const summary = () => screen.queryByRole("alert")?.textContent ?? "";
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = (label: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(["x"], `${label}.png`)] } });
const commands = () =>
  sent.mock.calls.flatMap(([{ id }, input]) =>
    id === "performTask" && "command" in input ? input.command : [],
  );

test("the office gives every proof that the policy asks for, and each that is missing is named at its input", async () => {
  await open("succeed", ["recipient_name", "photo", "signature", "barcode", "age_check", "pin", "note"]);
  await submit();
  for (const line of [
    "Who took it: Please fill this in",
    "Photo as a file: Please fill this in",
    "Signature as a picture: Please fill this in",
    "Codes of the labels: Please fill this in",
    "Somebody saw a document: 18 years or older: Somebody must have seen a document.",
    "Note: Please fill this in",
  ])
    expect(summary()).toContain(line);
  expect(screen.queryByLabelText(/PIN/)).toBeNull();
  expect(sent).not.toHaveBeenCalled();

  type("Who took it", "Rita");
  choose("Photo as a file");
  choose("Signature as a picture");
  type("Codes of the labels", `${NUMBER}-1`);
  fireEvent.click(screen.getByLabelText("Somebody saw a document: 18 years or older"));
  type("Note", "she came to the office");
  await submit();
  expect(summary()).toContain("Enter the code of every parcel");
  type("Codes of the labels", `${NUMBER.toLowerCase()}-1\n${NUMBER}-2`);
  await submit();
  const kept = sent.mock.calls.flatMap(([{ id }, input]) => (id === "keepProof" ? input : []));
  expect(kept).toMatchObject([
    { kind: "photo", image: "Photo as a file.png" },
    { kind: "signature", image: "Signature as a picture.png" },
  ]);
  expect(commands()).toMatchObject([
    {
      type: "succeed",
      recipientName: "Rita",
      note: "she came to the office",
      codes: [`${NUMBER}-1`, `${NUMBER}-2`],
      ofAge: true,
      proofIds: kept.map((proof) => ("proofId" in proof ? proof.proofId : "")),
    },
  ]);
  expect(commands()[0]).not.toHaveProperty("unproven");
});

test("without the proofs it is recorded as such, with a reason", async () => {
  await open("succeed", ["signature"]);
  fireEvent.click(screen.getByLabelText("Record it without the missing proofs"));
  await submit();
  expect(summary()).toContain("Note: Please fill this in");
  expect(sent).not.toHaveBeenCalled();
  type("Note", "the courier’s phone broke");
  await submit();
  expect(commands()).toMatchObject([
    { type: "succeed", unproven: true, note: "the courier’s phone broke", proofIds: [] },
  ]);
});

test("a code of no parcel is refused before anything is sent", async () => {
  await open("succeed", ["barcode"]);
  type("Codes of the labels", "WB-0000-0000-1");
  await submit();
  expect(summary()).toContain("One of the codes is on no parcel of this delivery.");
  expect(sent).not.toHaveBeenCalled();
});

test("a failure needs the picture that its reason asks for", async () => {
  await open("fail", []);
  type("Reason", "refused_damaged");
  await submit();
  expect(summary()).toContain("Photo as a file: Please fill this in");
  type("Reason", "recipient_absent");
  await submit();
  expect(commands()).toMatchObject([{ type: "fail", reason: "recipient_absent", proofIds: [] }]);
});

test("reasons that come after the dialog opened are asked for by their own proofs", async () => {
  let answer: (list: object) => void = () => undefined;
  sent.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await show(new QueryClient(), "fail", deliveryOf([]));
  expect(screen.queryByLabelText("Reason")).toBeNull();
  await act(async () => answer({ reasons: [DOG_REASON] }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: DOG_REASON.code } });
  await submit();
  expect(summary()).toContain("Photo as a file: Please fill this in");
});

test("where they cannot be read it says so, and they can be read again", async () => {
  sent.mockRejectedValue(new Error("no answer"));
  await show(new QueryClient({ defaultOptions: { queries: { retry: false } } }), "fail", deliveryOf([]));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.getByLabelText("Reason")).toBeTruthy();
});

test("the company's own reason stands there by its name with its proof; one that is off does not", async () => {
  await open("fail", []);
  type("Reason", "own_dogbarks");
  expect(screen.getByLabelText<HTMLSelectElement>("Reason").selectedOptions[0]?.text).toBe(
    "A dog in the yard",
  );
  expect(document.querySelector("option[value=moved]")).toBeNull();
  await submit();
  expect(summary()).toContain("Photo as a file: Please fill this in");
});

test.each([
  ["send_back", "send_back d 7 - -"],
  ["lose", "lose d 7 - -"],
  ["succeed", undefined],
] as const)(
  "before %s is pressed, its consequences stand there where they can be foreseen",
  async (action, shown) => {
    await open(action, []);
    expect((await followed(shown !== undefined))?.textContent).toBe(shown);
  },
);

test("a correction to failed shows its consequences once its reason is chosen", async () => {
  const delivery = deliveryOf([]);
  await open("correct", [], { tasks: delivery.tasks.map((task) => ({ ...task, state: "succeeded" })) });
  expect(screen.queryByTestId("follows")).toBeNull();
  type("Reason", "closed");
  expect((await screen.findByTestId("follows")).textContent).toBe("correct d 7 t closed");
});
