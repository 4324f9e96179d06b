import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { ProofPolicy } from "../contract/api.ts";
import { PolicyPage } from "./policy-page.tsx";

const anything = {
  serviceLevels: [],
  sizes: [],
  fragile: false,
  minMassG: null,
  minValueMinor: null,
  ageRestricted: false,
};
const policy: ProofPolicy = {
  version: 3,
  rules: [
    {
      id: "vase",
      phase: "deliver",
      end: "succeed",
      required: ["signature"],
      preferred: [],
      when: { ...anything, fragile: true },
    },
    {
      id: "door",
      phase: "deliver",
      end: "succeed",
      required: ["photo"],
      preferred: ["note"],
      when: anything,
    },
    { id: "shop", phase: "collect", end: "succeed", required: [], preferred: ["barcode"], when: anything },
  ],
  changedAt: "2026-11-20T08:00:00.000Z",
  changedBy: "0190a000-0000-7000-8000-000000000001",
};

beforeAll(async () => {
  await startWords("drafts", "hall", "proofs");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function open() {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PolicyPage />
      </QueryClientProvider>,
    );
  });
  await screen.findByText("Rules");
}
const rows = () => screen.getAllByTestId("proof-rule").map(({ textContent }) => textContent);
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const choose = (name: string, value: string) =>
  fireEvent.change(within(screen.getByRole("dialog")).getByRole("combobox", { name }), { target: { value } });
const apply = () => act(async () => fireEvent.submit(screen.getByRole("form", { name: "Rule for proofs" })));
const asksBeforeClose = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("rules stand in the order of the work, in words, and an example is asked by them", async () => {
  stubServer({ "GET /api/proof-policy": () => ({ body: policy }) });
  await open();
  expect(rows()).toEqual([
    expect.stringContaining("CollectedPreferred: parcel codesFor every delivery"),
    expect.stringContaining("Handed overRequired: signatureOnly: fragile"),
    expect.stringContaining("Handed overRequired: photoPreferred: noteFor every delivery"),
  ]);
  const tried = screen.getByTestId("proof-try");
  expect(tried.textContent).toContain("photorequired, rule 3");
  expect(tried.textContent).not.toContain("signature");
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Fragile" })));
  expect(tried.textContent).toContain("signaturerequired, rule 2");
});

test("a new rule waits in this tab, asks before the tab goes, and is saved against the version that was seen", async () => {
  const sent = stubServer({
    "GET /api/proof-policy": () => ({ body: policy }),
    "PUT /api/proof-policy": (body) => ({
      body: { ...policy, version: 4, rules: Reflect.get(body as object, "rules") },
    }),
  });
  await open();
  expect(asksBeforeClose()).toBe(false);
  await press("Add a rule");
  choose("Work", "return");
  choose("photo", "required");
  choose("name", "preferred");
  await press("Large parcel");
  fireEvent.change(screen.getByLabelText(/From this weight on/), { target: { value: "12.5" } });
  fireEvent.change(screen.getByLabelText(/From this declared value on/), { target: { value: "250" } });
  fireEvent.click(screen.getByLabelText("Only with a parcel for adults (18)"));
  await apply();
  expect(rows()).toHaveLength(4);
  expect(asksBeforeClose()).toBe(true);
  cleanup();
  await open();
  expect(rows().at(-1)).toContain(
    "ReturnedRequired: photoPreferred: nameOnly: Large parcel · from 12.5\u00a0kg on · from €250.00 declared value on · for adults (18)",
  );
  await press("Save");
  expect(sent.findLast(({ route }) => route.startsWith("PUT"))).toMatchObject({
    route: "PUT /api/proof-policy",
    body: { version: 3 },
  });
  expect(
    Reflect.get(sent.findLast(({ route }) => route.startsWith("PUT"))?.body as object, "rules"),
  ).toContainEqual({
    id: "rule-1",
    phase: "return",
    end: "succeed",
    required: ["photo"],
    preferred: ["recipient_name"],
    when: { ...anything, sizes: ["large"], minMassG: 12_500, minValueMinor: 25_000, ageRestricted: true },
  });
  expect(asksBeforeClose()).toBe(false);
});

test("a rule that asks for nothing or names no mass is not taken, and a failed stop offers photo and note only", async () => {
  stubServer({ "GET /api/proof-policy": () => ({ body: policy }) });
  await open();
  await press("Add a rule");
  fireEvent.change(screen.getByLabelText(/From this weight on/), { target: { value: "heavy" } });
  fireEvent.change(screen.getByLabelText(/From this declared value on/), { target: { value: "dear" } });
  await apply();
  expect(screen.getByLabelText(/From this declared value on/).getAttribute("aria-invalid")).toBe("true");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByText("Choose at least one proof.").length).toBeGreaterThan(0);
  expect(screen.getByLabelText(/From this weight on/).getAttribute("aria-invalid")).toBe("true");
  choose("How it ends", "fail");
  expect(dialog.getAllByRole("combobox").map((box) => box.getAttribute("name") ?? "need")).toHaveLength(4);
  expect(dialog.queryByRole("combobox", { name: "signature" })).toBeNull();
});

test("the server's refusal stands at the rule that it names", async () => {
  const fields = [{ path: "rules.0.required", code: "proofs.not-at-failure" }];
  stubServer({
    "GET /api/proof-policy": () => ({ body: policy }),
    "PUT /api/proof-policy": () => problem(422, "proofs.not-at-failure", fields),
  });
  await open();
  await press("Remove rule 1: Collected");
  await press("Save");
  const wrong = await screen.findByText(/can only be asked for a photo and a note/);
  expect(wrong.closest("[data-testid=proof-rule]")?.textContent).toContain("signature");
  expect(document.activeElement?.id).toBe("proof-rule-vase-edit");
});

test("newer rules leave mine in place, to put them on top or to take the others", async () => {
  let version = 3;
  const sent = stubServer({
    "GET /api/proof-policy": () => ({ body: { ...policy, version } }),
    "PUT /api/proof-policy": () => {
      version = 4;
      return problem(409, "proofs.changed-meanwhile");
    },
  });
  await open();
  await press("Remove rule 1: Collected");
  await press("Save");
  expect(await screen.findByText(/Your rules are still here/)).toBeTruthy();
  expect(rows()).toHaveLength(2);
  await press("Keep mine on top");
  await press("Save");
  expect(sent.filter(({ route }) => route.startsWith("PUT")).at(-1)).toMatchObject({ body: { version: 4 } });
  await press("Discard changes");
  expect(rows()).toHaveLength(3);
});

test("without rules the page says what that means, and a failed read offers to try again", async () => {
  stubServer({ "GET /api/proof-policy": () => ({ body: { ...policy, rules: [] } }) });
  await open();
  expect(screen.getByText("No proof is asked for")).toBeTruthy();
  cleanup();
  stubServer({ "GET /api/proof-policy": () => problem(403, "http.forbidden") });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PolicyPage />
      </QueryClientProvider>,
    );
  });
  await waitFor(() => expect(document.querySelector(".message-forbidden")).not.toBeNull());
});
