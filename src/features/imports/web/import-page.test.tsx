import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { fill, press, show, usePage } from "#test/support/web/page.tsx";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import type { Import, ImportRow } from "../contract/api.ts";
import { FIELDS } from "../domain/fields.ts";
import { ImportPage } from "./import-page.tsx";
import { ImportsPage } from "./imports-page.tsx";

const id = "0190a000-0000-7000-8000-000000000001";
const NO_COUNTS = { new: 0, ready: 0, faulty: 0, known: 0, imported: 0, undone: 0, kept: 0 };
const FILE: Import = {
  id,
  name: "day.csv",
  kind: "csv",
  state: "columns",
  createdAt: "2026-11-27T09:00:00.000Z",
  createdBy: "Bo",
  counts: { ...NO_COUNTS, new: 2 },
  readAs: { encoding: "utf-8", separator: ";" },
  columns: [
    { name: "Name", samples: ["Rita Ray"], asksDateOrder: false },
    { name: "Day", samples: ["03/04/2026"], asksDateOrder: true },
  ],
  mapping: {
    uses: FIELDS.filter((field) => !["date", "reference"].includes(field)).map((field) => ({
      field,
      column: null,
      value: field === "pay" ? "cash-delivery" : "x",
    })),
    dateOrder: null,
    pickup: null,
    payer: null,
  },
  isRemembered: false,
  toCheck: 2,
  total: null,
};
const place = {
  label: "Kanalstraße 3",
  street: "Kanalstraße",
  houseNumber: "3",
  postcode: null,
  city: null,
  detail: null,
  point: { lon: 10, lat: 50 },
  precision: "rooftop" as const,
  pinConfirmed: true,
};
const texts = Object.fromEntries(FIELDS.map((field) => [field, ""])) as ImportRow["texts"];
const FAULTY: ImportRow = {
  no: 3,
  state: "faulty",
  texts: { ...texts, recipientName: "Rita Ray", dropoff: "Kanal 3" },
  faults: [
    { field: "recipientPhone", code: "phone", facts: {}, value: "12", candidates: [] },
    { field: "dropoff", code: "place-unknown", facts: {}, value: "Kanal 3", candidates: [place] },
  ],
  entry: null,
  delivery: null,
};
const READY = {
  ...FILE,
  state: "checked" as const,
  counts: { ...NO_COUNTS, ready: 1, faulty: 1 },
  total: { minor: 758, currency: "EUR" },
};

usePage("imports");

const READ = `GET /api/imports/${id}`;
const ROWS = `GET /api/imports/${id}/rows`;
const open = async (answers: Readonly<Record<string, Answer>>) => {
  stubAuth();
  const sent = stubServer({ [ROWS]: () => ({ body: { items: [FAULTY], next: null } }), ...answers });
  await show(<ImportPage params={{ id }} search={{}} setSearch={() => undefined} />);
  return (route: string) => sent.filter((one) => one.route === route).map(({ body }) => body);
};

describe("columns", () => {
  test("a needed field without a column and an unclear order of dates are said before anything is sent", async () => {
    const bodies = await open({ [READ]: () => ({ body: FILE }) });
    await press("Check the rows");
    expect(screen.getByText("Some needed fields have no column and no value.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Column for Date/), { target: { value: ":Day" } });
    await press("Check the rows");
    expect(screen.getByText("Say whether the day or the month comes first.")).toBeTruthy();
    expect(bodies(`POST /api/imports/${id}/columns`)).toEqual([]);
  });

  test("the settled columns are sent, and the import goes on", async () => {
    let file: Import = FILE;
    const bodies = await open({
      [READ]: () => ({ body: file }),
      [`POST /api/imports/${id}/columns`]: () => {
        file = { ...FILE, state: "checking" };
        return { body: file };
      },
    });
    fireEvent.change(await screen.findByLabelText(/^Column for Date/), { target: { value: ":Day" } });
    fireEvent.click(screen.getByLabelText("Day first"));
    await press("Check the rows");
    expect(await screen.findByText("0 of 2 rows checked")).toBeTruthy();
    expect(bodies(`POST /api/imports/${id}/columns`)).toMatchObject([
      {
        mapping: {
          dateOrder: "dmy",
          uses: expect.arrayContaining([{ field: "date", column: "Day", value: null }]),
        },
      },
    ]);
  });
});

describe("rows", () => {
  test("a faulty row shows its number, field, value and cure", async () => {
    await open({ [READ]: () => ({ body: READY }) });
    const row = (await screen.findByText("Rita Ray")).closest("tr");
    expect(row?.textContent).toContain("3");
    expect(row?.textContent).toContain("Recipient phone 12 This is not a complete phone number.");
    expect(screen.getByRole("button", { name: /Import 1 row for/ })).toBeTruthy();
  });

  test("a row is corrected in place, by a new text and by a place that is offered", async () => {
    const fixed = { ...FAULTY, state: "ready", faults: [] };
    const bodies = await open({
      [READ]: () => ({ body: READY }),
      [`POST /api/imports/${id}/rows/3`]: () => ({ body: fixed }),
    });
    await press("Correct row 3");
    const dialog = await screen.findByRole("dialog");
    fill(/^Recipient phone/, "+49301234567", dialog);
    await act(async () => fireEvent.click(within(dialog).getByLabelText("Kanalstraße 3")));
    await press("Save and check", dialog);
    expect(bodies(`POST /api/imports/${id}/rows/3`)).toEqual([
      { texts: [{ field: "recipientPhone", text: "+49301234567" }], dropoff: place },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("what is still wrong stays open with its reasons", async () => {
    await open({
      [READ]: () => ({ body: READY }),
      [`POST /api/imports/${id}/rows/3`]: () => ({ body: { ...FAULTY, faults: FAULTY.faults.slice(0, 1) } }),
    });
    await press("Correct row 3");
    const dialog = await screen.findByRole("dialog");
    await press("Save and check", dialog);
    expect(await within(dialog).findByText("The row still has faults.")).toBeTruthy();
    expect(within(dialog).queryByText("Kanalstraße 3")).toBeNull();
  });
});

test("an import under way shows how far it is, and is stopped", async () => {
  let file: Import = { ...READY, state: "importing", counts: { ...NO_COUNTS, ready: 3, imported: 1 } };
  await open({
    [READ]: () => ({ body: file }),
    [`POST /api/imports/${id}/cancel`]: () => {
      file = { ...file, state: "cancelled" };
      return { body: file };
    },
  });
  expect((await screen.findByRole("progressbar")).getAttribute("value")).toBe("0.25");
  await press("Stop");
  expect(await screen.findByText(/^The import was stopped\./)).toBeTruthy();
});

test("an import of nobody says so", async () => {
  await open({ [READ]: () => problem(404, "imports.not-found") });
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Check the rows" })).toBeNull();
});

describe("the list", () => {
  const openList = async (answers: Readonly<Record<string, Answer>>) => {
    stubAuth();
    const sent = stubServer({ "GET /api/imports": () => ({ body: { items: [], next: null } }), ...answers });
    await show(<ImportsPage />);
    return sent;
  };
  const choose = async (file: File) =>
    act(async () => {
      fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), {
        target: { files: [file] },
      });
    });

  test("it is empty at first, and a refused file says why", async () => {
    const sent = await openList({
      "POST /api/imports": () => ({
        status: 422,
        body: { code: "imports.too-many-rows", facts: { most: 5_000 } },
      }),
    });
    expect(await screen.findByText("No imports yet")).toBeTruthy();
    await choose(new File(["a,b\n1,2"], "day.csv"));
    expect(await screen.findByText(/^The file has more than 5,?000 rows\./)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ name: "day.csv", file: btoa("a,b\n1,2") });
  });

  test("an empty file and one that is too large are not sent at all", async () => {
    const sent = await openList({});
    await choose(new File([], "day.csv"));
    expect(await screen.findByText("The file has no row below its header.")).toBeTruthy();
    await choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "day.csv"));
    expect(await screen.findByText("The file is too large: 5 MB at most.")).toBeTruthy();
    expect(sent.filter(({ route }) => route.startsWith("POST"))).toEqual([]);
  });

  test("each file leads to its import, with what became of its rows", async () => {
    const done = { ...FILE, state: "done", counts: { ...NO_COUNTS, imported: 493, faulty: 7 } };
    const { name, state, createdAt, createdBy, counts } = done;
    await openList({
      "GET /api/imports": () => ({
        body: { items: [{ id, name, state, createdAt, createdBy, counts }], next: null },
      }),
    });
    const link = await screen.findByRole("link", { name: /day\.csv/ });
    expect(link.getAttribute("href")).toBe(`/d/import/${id}`);
    expect(screen.getByText("493 imported · 7 with faults")).toBeTruthy();
  });
});
