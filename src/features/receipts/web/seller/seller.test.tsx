import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { problem, stubServer, type Answer } from "#test/support/web/stub-server.ts";
import type { Seller } from "../../contract/seller.ts";
import { SellerNote } from "./seller-note.tsx";
import { SellerPage } from "./seller-page.tsx";

const none: Seller = { version: 0, details: null, changedAt: null, changedBy: null };
const details = {
  name: "Radkurier Nord eG",
  address: "Hafenstraße 1\n20457 Hamburg",
  taxId: "DE123456789",
  email: null,
  phone: null,
  footer: null,
};
const set: Seller = { version: 3, details, changedAt: "2026-11-21T08:00:00.000Z", changedBy: "Inès" };

usePage("payments", "money", "seller");

async function open(answers: Record<string, Answer>, Page: () => ReactNode = SellerPage) {
  const sent = stubServer(answers);
  await show(<Page />);
  return sent;
}
const box = (name: RegExp): HTMLInputElement => screen.getByLabelText(name);
const type = (name: RegExp, value: string) => fireEvent.change(box(name), { target: { value } });
const save = () => act(async () => fireEvent.submit(screen.getByRole("button", { name: "Save" })));

test("before anybody said it the page says what receipts bear; nothing is marked until it is touched", async () => {
  const sent = await open({
    "GET /api/seller": () => ({ body: none }),
    "PUT /api/seller": () => ({ body: { ...set, version: 1 } }),
  });
  await screen.findByText("Until then receipts bear the name Shop alone, without address and tax number.");
  expect(screen.queryByText("Please fill this in")).toBeNull();
  await save();
  expect(box(/Tax number/).getAttribute("aria-invalid")).toBe("true");
  expect(sent.map(({ route }) => route)).toEqual(["GET /api/seller"]);

  type(/Legal name/, details.name);
  type(/Address/, " Hafenstraße 1 \n\n20457 Hamburg");
  type(/Tax number/, details.taxId);
  await save();
  await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ version: 0, details }));
  await screen.findByText(/^Changed by Inès on /);
});

test("after somebody else's change what was typed stays, and saving again is on top of theirs", async () => {
  let now = set;
  const sent = await open({
    "GET /api/seller": () => ({ body: now }),
    "PUT /api/seller": () => {
      if (now.version === 4) return { body: { ...now, version: 5 } };
      now = { ...set, version: 4, details: { ...details, name: "Theirs" } };
      return problem(409, "payments.seller-changed");
    },
  });
  await screen.findByText(/^Changed by/);
  type(/Legal name/, "Mine");
  await save();
  await screen.findByText(/Somebody else changed the seller meanwhile/);
  expect(box(/Legal name/).value).toBe("Mine");
  await save();
  expect(sent.at(-1)?.body).toMatchObject({ version: 4, details: { name: "Mine" } });
});

test("after somebody else's change theirs can be taken instead", async () => {
  let now = set;
  await open({
    "GET /api/seller": () => ({ body: now }),
    "PUT /api/seller": () => {
      now = { ...set, version: 4, details: { ...details, name: "Theirs" } };
      return problem(409, "payments.seller-changed");
    },
  });
  await screen.findByText(/^Changed by/);
  type(/Legal name/, "Mine");
  await save();
  await press("Show the other change");
  expect(box(/Legal name/).value).toBe("Theirs");
});

test.each([
  [403, "accounts.forbidden", "message-forbidden"],
  [500, "http.internal", "message-error"],
])("a reading that answers %i has its message", async (status, code, shown) => {
  await open({ "GET /api/seller": () => problem(status, code) });
  await screen.findByRole("heading", { level: 2 });
  expect(document.querySelector(`.${shown}`)).not.toBeNull();
});

test("the page Money says so as long as nobody said who sells", async () => {
  await open({ "GET /api/seller": () => ({ body: none }) }, SellerNote);
  expect((await screen.findByRole("link", { name: "Say who sells" })).getAttribute("href")).toBe("/f/seller");
  cleanup();
  const sent = await open({ "GET /api/seller": () => ({ body: set }) }, SellerNote);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
});
