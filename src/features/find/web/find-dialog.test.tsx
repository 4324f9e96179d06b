import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import * as session from "#web/session/session.ts";
import * as navigation from "#web/shell/navigate.ts";
import { definePages } from "#web/shell/pages.ts";
import { knowPlaces } from "#web/shell/places.ts";
import { FindDialog } from "./find-dialog.tsx";

const ID = "0190a000-0000-7000-8000-000000000001";
const FIND = "GET /api/find";
const delivery = {
  id: ID,
  number: "WB-7K4M-92QX",
  state: "created",
  serviceLevel: "same_day",
  window: { start: "2026-06-17T06:00:00.000Z", end: "2026-06-17T08:00:00.000Z" },
  pickupLabel: "Ring 1",
  dropoffLabel: "Kanalstraße 3",
  recipientName: "Rita",
  senderName: "Sam",
  courierId: null,
  courierName: null,
  total: { minor: 900, currency: "EUR" },
  parcels: 1,
  createdAt: "2026-06-17T06:00:00.000Z",
  version: 1,
};
const found = { body: { deliveries: [delivery], couriers: [{ id: ID, name: "Kim Kurier" }], more: true } };
const none = { body: { deliveries: [], couriers: [], more: false } };
const load = async () => () => null;

beforeAll(async () => {
  stubDialog();
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  await startWords("hall", "find");
  await setLocale("en");
  const pages = definePages("find", (page) => [
    page({ path: "/d/list", title: "group.deliveries", frame: "office", needs: ["dispatcher"], load }),
    page({ path: "/a/people", title: "group.couriers", frame: "office", needs: ["org-admin"], load }),
    page({ path: "/d/one/$id", title: "group.pages", frame: "office", needs: ["dispatcher"], load }),
  ]);
  knowPlaces(pages);
});
const go = vi.spyOn(navigation, "go");
beforeEach(() => {
  localStorage.clear();
  go.mockReset();
  signIn("dispatcher");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function signIn(...roles: ("dispatcher" | "finance")[]): void {
  vi.spyOn(session, "useSession").mockReturnValue({
    kind: "signed-in",
    subject: "bo",
    name: "Bo",
    roles,
    offline: false,
  });
}

function open(reply: { readonly status?: number; readonly body: unknown }) {
  const sent = stubServer({ [FIND]: () => reply });
  const onClose = vi.fn<() => void>();
  render(<FindDialog onClose={onClose} />);
  return { sent, onClose, box: screen.getByRole("combobox") };
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const lines = () => screen.queryAllByRole("option").map((line) => line.textContent);
const current = (box: HTMLElement) =>
  document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("before anything is typed it shows the pages that this person opens", () => {
  const { box } = open(none);
  expect(document.activeElement).toBe(box);
  expect(lines()).toEqual(["Deliveries"]);
});

test("what is typed finds deliveries, couriers and pages, walked by arrows and opened by Enter", async () => {
  const { box, onClose } = open(found);
  type(box, "deli");
  await waitFor(() => expect(lines()).toHaveLength(4));
  expect(screen.getAllByRole("group").map((group) => group.firstChild?.textContent)).toEqual([
    "Deliveries",
    "Couriers",
    "Pages",
  ]);
  expect(current(box)).toBe("WB-7K4M-92QXRita · Kanalstraße 3");
  fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(current(box)).toBe("Show all in the list");
  fireEvent.keyDown(box, { key: "ArrowUp" });
  fireEvent.keyDown(box, { key: "ArrowUp" });
  expect(current(box)).toBe("Deliveries");
  fireEvent.keyDown(box, { key: "ArrowDown" });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(onClose).toHaveBeenCalled();
  expect(go).toHaveBeenCalledWith(`/d/deliveries/${ID}`);
});

test("what was opened stands first the next time, by its number alone and for this person alone", async () => {
  const { box } = open(found);
  type(box, "rita");
  await waitFor(() => expect(lines()).toHaveLength(3));
  fireEvent.click(screen.getAllByRole("option")[0]!);
  const kept = localStorage.getItem("waybill.found.bo");
  expect(kept).toContain("WB-7K4M-92QX");
  expect(kept).not.toContain("Rita");
  cleanup();
  open(none);
  expect(lines()).toEqual(["WB-7K4M-92QX", "Deliveries"]);
});

test("nothing found, and a search that does not answer, are said", async () => {
  const { box } = open(none);
  type(box, "zebedee");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Nothing found"));
  cleanup();
  const failing = open(problem(503, "http.busy"));
  type(failing.box, "zebedee");
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("does not answer"), {
    timeout: 5_000,
  });
});

test("letters too few for deliveries are asked for, and are no search without a result", async () => {
  const { box, sent } = open(none);
  for (const few of ["z", "zb", "zb q"]) {
    type(box, few);
    expect(screen.getByRole("status").textContent).toBe("Type three letters to find deliveries.");
  }
  await waitFor(() => expect(JSON.stringify(sent)).toContain("/api/find"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("three letters"));
  type(box, "zbq");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Nothing found"));
});

test("somebody who may not search deliveries finds pages without a call", async () => {
  signIn("finance");
  const { box, sent } = open(found);
  type(box, "deli");
  await new Promise((done) => setTimeout(done, 400));
  expect(JSON.stringify(sent)).not.toContain("/api/find");
});
