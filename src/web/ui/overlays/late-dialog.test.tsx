import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLocale, startWords } from "../../i18n/words.ts";
import { CODE_MISSING } from "../../offline/code-missing.ts";
import { Dialog } from "../dialog.tsx";
import { lateDialog } from "./late-dialog.tsx";

const Question = ({ onClose, name }: { name: string; onClose: () => void }) => (
  <Dialog open title={name} onClose={onClose}>
    {"question"}
  </Dialog>
);
type Load = () => Promise<typeof Question>;
const gone = () => new TypeError("Failed to fetch dynamically imported module");

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = () => undefined;
  HTMLDialogElement.prototype.close = () => undefined;
  await startWords("hall");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const again = () => screen.getByRole("button", { name: "Try again", hidden: true });

test("a dialog whose code does not come says so, and comes when it is asked for again", async () => {
  const load = vi.fn<Load>(async () => Question);
  load.mockRejectedValueOnce(gone());
  const Late = lateDialog(load);
  const missing = vi.fn<() => void>();
  addEventListener(CODE_MISSING, missing, { once: true });
  await act(async () => void render(<Late name="Why?" onClose={() => undefined} />));
  expect(screen.getByText(/Nothing you typed is lost/)).toBeTruthy();
  expect(missing).toHaveBeenCalledOnce();
  await act(async () => void fireEvent.click(again()));
  expect(screen.getByText("question")).toBeTruthy();
  expect(screen.queryByText(/Nothing you typed is lost/)).toBeNull();
});

test("offline it waits for the network by itself, and can be closed", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<Load>(async () => Question);
  load.mockRejectedValueOnce(gone());
  const Late = lateDialog(load);
  const close = vi.fn<() => void>();
  await act(async () => void render(<Late name="Why?" onClose={close} />));
  expect(screen.getByRole("heading", { name: "You are offline", hidden: true })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Close", hidden: true }));
  expect(close).toHaveBeenCalledOnce();
  online.mockReturnValue(true);
  await act(async () => void dispatchEvent(new Event("online")));
  await vi.waitFor(() => expect(screen.getByText("question")).toBeTruthy());
});

test("a second press that finds nothing either offers to load the page anew", async () => {
  const load = vi.fn<Load>(() => Promise.reject(gone()));
  const Late = lateDialog(load);
  await act(async () => void render(<Late name="Why?" onClose={() => undefined} />));
  expect(screen.queryByRole("button", { name: "Load it now", hidden: true })).toBeNull();
  await act(async () => void fireEvent.click(again()));
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByRole("button", { name: "Load it now", hidden: true })).toBeTruthy();
});
