import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { CourierDay, CourierStop } from "../../contract/api.ts";
import { ParcelTicks } from "./parcel-ticks.tsx";
import { ScanPanel } from "./scan-panel.tsx";
import { useStopScan } from "./use-stop-scan.ts";

vi.mock("#web/scan/use-scanner.ts", () => ({
  useScanner: () => ({ video: { current: null }, state: "refused", torch: undefined }),
}));

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const OTHER = humanNumber(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const parcel = { size: "small", massG: 2_000, contents: "books", fragile: true } as const;
const parcelsOf = (number: string, n: number) => parcelCodes(number, n).map((code) => ({ ...parcel, code }));
const stopOf = (taskId: string, number: string, required: CourierStop["required"]) =>
  ({
    taskId,
    kind: "collect",
    state: "arrived",
    blocked: false,
    custody: "sender",
    address: { label: "5 Rue Haute" },
    parcels: parcelsOf(number, 2),
    required,
    preferred: ["barcode"],
  }) as unknown as CourierStop; // Safe: the panel reads these alone.

beforeAll(async () => {
  await startWords("hall", "courier", "scan");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Finish({ stop }: { stop: CourierStop }) {
  const { isMissing, given } = useStopScan(stop);
  return (
    <button type="button" disabled={isMissing}>
      {JSON.stringify(given)}
    </button>
  );
}

async function open(taskId: string, required: CourierStop["required"]) {
  const stop = stopOf(taskId, NUMBER, required);
  const day = { stops: [stop, stopOf("other", OTHER, [])] } as unknown as CourierDay; // Safe: as above.
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ScanPanel stop={stop} day={day} />
        <Finish stop={stop} />
      </QueryClientProvider>,
    );
  });
  fireEvent.click(screen.getByRole("button", { name: "Scan with the camera" }));
}
const type = (code: string) => {
  fireEvent.change(screen.getByLabelText("Code on the label"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Check the code" }));
};
const finish = () => screen.getByRole<HTMLButtonElement>("button", { name: /^\{/ });

test("a stop whose codes are required ends once each parcel is ticked", async () => {
  await open("t1", ["barcode"]);
  expect(finish().disabled).toBe(true);
  type(`${NUMBER}-1`);
  expect(screen.getByRole("status").textContent).toBe(`${NUMBER}-1 is ticked.`);
  expect(finish().disabled).toBe(true);
  type(`${NUMBER}-1`);
  expect(screen.getByRole("status").textContent).toBe(`${NUMBER}-1 was scanned before.`);
  fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(`${NUMBER}-2`) }));
  expect(finish().disabled).toBe(false);
  expect(finish().textContent).toBe(JSON.stringify({ codes: [`${NUMBER}-1`, `${NUMBER}-2`] }));
});

test("it ends with a reason, too, which travels with the outcome", async () => {
  await open("t2", ["barcode"]);
  fireEvent.change(screen.getByLabelText("Not all can be scanned because"), {
    target: { value: "label_missing" },
  });
  expect(finish().disabled).toBe(false);
  expect(finish().textContent).toBe(JSON.stringify({ notScanned: "label_missing" }));
});

test("where codes are only preferred nothing is held up", async () => {
  await open("t3", []);
  expect(finish().disabled).toBe(false);
  expect(screen.queryByText(/or say why/)).toBeNull();
});

test("a parcel of another stop, of nobody and no parcel have a sentence each", async () => {
  await open("t4", []);
  for (const [code, said] of [
    [`${OTHER}-2`, `${OTHER}-2 belongs to another stop: 5 Rue Haute.`],
    ["WB-0000-0000-1", "WB-0000-0000-1 is in none of your stops today."],
    ["4006381333931", "That is no parcel’s code. Check letters and digits."],
  ] as const) {
    type(code);
    expect(screen.getByRole("status").textContent).toBe(said);
  }
  expect(finish().textContent).toBe("{}");
});

test("a parcel for adults says so where it is ticked", async () => {
  const stop = stopOf("t6", NUMBER, []);
  const [first, ...others] = stop.parcels;
  if (!first) throw new Error("no parcel");
  const adult = { ...stop, parcels: [{ ...first, ageRestricted: true }, ...others] };
  render(<ParcelTicks stop={adult} ticked={[]} onChange={() => undefined} />);
  expect(screen.getAllByText(/18 or older/)).toHaveLength(1);
});

test("ticks outlive the page", async () => {
  await open("t5", []);
  type(`${NUMBER}-1`);
  cleanup();
  await open("t5", []);
  expect(screen.getByText("1 of 2 scanned")).toBeTruthy();
});

test("contents keep their own direction between the size and the weight", async () => {
  await setLocale("ar");
  render(<ParcelTicks stop={stopOf("rtl", NUMBER, [])} ticked={[]} onChange={() => undefined} />);
  expect(document.querySelector(".parcel-tick .quiet")?.textContent).toContain(" · \u2068books\u2069 · ");
  await setLocale("en");
});
