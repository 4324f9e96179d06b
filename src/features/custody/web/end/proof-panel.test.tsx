import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { ProofPanel } from "./proof-panel.tsx";

const pad = vi.hoisted(() => {
  const points: { x: number; y: number }[] = [];
  return { points, end: (): void => undefined };
});
vi.mock("signature_pad", () => ({
  default: class {
    addEventListener(type: string, listener: () => void) {
      if (type === "endStroke") pad.end = listener;
    }
    toData = () => [{ points: pad.points }];
    clear = () => undefined;
    off = () => undefined;
  },
}));
const kept = vi.hoisted(() => vi.fn<(kind: string, picture: Blob) => Promise<void>>(async () => undefined));
vi.mock("./use-keep-picture.ts", () => ({
  useKeepPicture: () => ({ keep: kept, isWorking: false, isUnreadable: false, error: null }),
}));
vi.mock("#features/delivery-pages/web/history/public-parts.ts", () => ({
  ProofGallery: ({ delivery }: { delivery: { proofs: readonly { id: string }[] } }) => (
    <img alt={delivery.proofs.map(({ id }) => id).join()} />
  ),
}));

const SIGNED = new Blob(["signed"], { type: "image/png" });

beforeAll(async () => {
  HTMLCanvasElement.prototype.toBlob = (done) => done(SIGNED);
  stubDialog();
  await startWords("hall", "courier");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const proof = (id: string, kind: "photo" | "signature", minute: number) => ({
  id,
  kind,
  sha256: "",
  takenAt: `2026-11-21T14:0${minute}:00.000Z`,
  bytes: 1,
});

async function open(
  proofs: CourierStop["proofs"],
  kinds: readonly ("photo" | "signature")[] = ["photo", "signature"],
) {
  const stop: Pick<CourierStop, "deliveryId" | "taskId" | "proofs"> = {
    deliveryId: "d",
    taskId: "t",
    proofs,
  };
  await act(async () => {
    render(<ProofPanel stop={stop} kinds={kinds} field={{ id: "proofs" }} />);
  });
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("a kept proof shows the picture that counts, and is taken again by the same box", async () => {
  await open([proof("old", "photo", 1), proof("new", "photo", 2), proof("name", "signature", 3)]);
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual(["new", "name"]);
  expect(screen.getByText("Photo kept")).toBeTruthy();
  expect(screen.getByLabelText("Take it again")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign again" })).toBeTruthy();
});

test("where something went wrong nobody is asked to sign", async () => {
  await open([], ["photo"]);
  expect(screen.getByLabelText("Take a photo")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sign" })).toBeNull();
});

test("too little ink is said on the sheet and not kept; a signature is", async () => {
  await open([]);
  await press("Sign");
  pad.points = [{ x: 1, y: 1 }];
  await act(async () => pad.end());
  await press("Keep signature");
  expect(screen.getByText(/too little for a signature/)).toBeTruthy();
  expect(kept).not.toHaveBeenCalled();
  pad.points = Array.from({ length: 12 }, (_, n) => ({ x: 10 * n, y: 20 + 15 * (n % 2) }));
  await press("Keep signature");
  expect(kept).toHaveBeenCalledWith("signature", SIGNED);
});
