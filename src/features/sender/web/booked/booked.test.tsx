import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  ID,
  KEY,
  booked,
  eur,
  openBooked as open,
  title,
  undone,
  useBookedPage,
} from "#test/support/people/booked-page.tsx";
import { receivableOf } from "#test/support/paying/samples.ts";
import { problem } from "#test/support/web/stub-server.ts";
import { keepLinkKey, ownKey } from "../booking-key.ts";

useBookedPage();

test("the recipient's link stands there without a press, and is made once in this browser", async () => {
  const sent = await open();
  const field = await screen.findByLabelText("Link for the recipient");
  expect(field).toHaveProperty("value", `${location.origin}/t/${"t".repeat(22)}`);
  cleanup();
  const again = await open({ answers: { "GET /api/tracking": () => problem(503, "http.busy") } });
  expect(await screen.findByLabelText("Link for the recipient")).toBeTruthy();
  const made = [...sent, ...again].filter(({ route }) => route === `POST /api/orders/${ID}/tracking-links`);
  expect(made).toHaveLength(1);
});

test("a link that was taken back is made anew", async () => {
  localStorage.setItem(`wb.link.${ID}`, `/t/${"o".repeat(22)}`);
  await open({ answers: { "GET /api/tracking": () => problem(404, "tracking.unknown-link") } });
  expect(await screen.findByLabelText("Link for the recipient")).toHaveProperty(
    "value",
    `${location.origin}/t/${"t".repeat(22)}`,
  );
});

test("a guest without an e-mail address is told to keep the link, and copies it with its key", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open();
  expect(await screen.findByText(/You left no e-mail address. Keep this link/)).toBeTruthy();
  const address = `${location.origin}/book/done/${ID}#key=${KEY}`;
  expect(screen.getByLabelText("Link to your booking")).toHaveProperty("value", address);
  const card = screen.getByLabelText("Link to your booking").closest("section, div.card");
  if (!card) throw new Error("no card");
  fireEvent.click(screen.getAllByRole("button", { name: "Copy" }).at(-1) ?? card);
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(address));
});

test("a guest with one is told where the confirmation goes; whoever has an account needs no link", async () => {
  await open({ order: { sender: { ...booked.sender, email: "sam@example.org" } } });
  expect(await screen.findByText(/We send the confirmation .* to sam@example.org/)).toBeTruthy();
  expect(screen.queryByText(/You left no e-mail/)).toBeNull();
  cleanup();
  localStorage.clear();
  await open({ isGuest: false });
  expect(await title()).toBe("It is booked");
  expect(screen.queryByLabelText("Link to your booking")).toBeNull();
});

test.each([
  ["free", 0, "Nothing of this total is charged."],
  ["for a fee", 300, "Of this total only the cancellation fee of €3.00 is charged."],
])(
  "after cancelling, %s, the page promises nothing and says what of the total is charged",
  async (_, fee, text) => {
    const sender = { ...booked.sender, email: "sam@example.org" };
    await open({ order: { sender, state: "cancelled", deliveryState: "cancelled", cancelFee: eur(fee) } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText("What was booked")).toBeTruthy();
    expect(screen.queryByText(/We send the confirmation/)).toBeNull();
    expect(screen.queryByText(/can cancel it/)).toBeNull();
  },
);

test("a link of a mail opens the booking in another browser, and its key leaves the address", async () => {
  location.hash = `#key=${KEY}`;
  await open({ isGuest: false });
  expect(await title()).toBe("It is booked");
  expect(ownKey(ID)).toBe(KEY);
  expect(location.hash).toBe("");
});

test("no link takes the place of the key that booked", async () => {
  location.hash = `#key=${"m".repeat(22)}`;
  await open();
  expect(await title()).toBe("It is booked");
  expect(ownKey(ID)).toBe(KEY);
  expect(screen.getByLabelText("Link to your booking")).toHaveProperty(
    "value",
    `${location.origin}/book/done/${ID}#key=${KEY}`,
  );
});

test("whoever paid by a link is offered no way back that is not theirs, and makes no other links", async () => {
  keepLinkKey(ID, KEY, false);
  const sent = await open({ isGuest: "by-link" });
  expect(await title()).toBe("It is booked");
  expect(screen.queryByLabelText("Link to your booking")).toBeNull();
  expect(sent.map(({ route }) => route)).not.toContain(`POST /api/orders/${ID}/tracking-links`);
});

test("a guest sees the price lines and when the receipt comes", async () => {
  await open();
  expect(await screen.findByText("Base fare")).toBeTruthy();
  expect(await screen.findByText("The receipt comes when it has been paid.")).toBeTruthy();
});

test("a guest cancels for the fee that stands beside the button", async () => {
  const fee = eur(300);
  const sent = await open({
    answers: {
      [`GET /api/orders/${ID}/cancellation`]: () => ({
        body: { allowed: true, fee, refund: eur(890), reason: "courier-on-the-way" },
      }),
      [`POST /api/orders/${ID}/cancel`]: () => ({ body: { ...booked, ...undone, cancelFee: fee } }),
    },
  });
  expect(await screen.findByText("Cancelling costs €3.00 now.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel this delivery" }));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Cancel for €3.00" })));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const asked = sent.filter(({ route }) => route === `POST /api/orders/${ID}/cancel`);
  expect(asked.map(({ body }) => body)).toEqual([expect.objectContaining({ fee })]);
});

test("what can be cancelled no more, or not by this link, is not offered", async () => {
  await open({ order: { state: "in_progress", deliveryState: "out_for_delivery" } });
  expect(await title()).toBe("Your delivery is under way");
  expect(screen.queryByRole("button", { name: "Cancel this delivery" })).toBeNull();
  cleanup();
  await open({
    answers: { [`GET /api/orders/${ID}/cancellation`]: () => problem(404, "deliveries.not-found") },
  });
  expect(await title()).toBe("It is booked");
  expect(screen.queryByRole("button", { name: "Cancel this delivery" })).toBeNull();
});

test("what a lost hold left to pay is asked for here, by a guest too", async () => {
  const items = [{ ...receivableOf(), orderId: ID }];
  await open({
    payment: { purpose: "recovery", state: "created" },
    answers: { [`GET /api/orders/${ID}/receivables`]: () => ({ body: { number: "WB-1", items } }) },
  });
  expect(await screen.findByRole("link", { name: /Pay €11.90/ })).toBeTruthy();
  expect(screen.queryByText(/is reserved on your card/)).toBeNull();
});
