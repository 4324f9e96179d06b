import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setLocale, startWords } from "../i18n/words.ts";
import type { Camera, CameraTrouble } from "./camera.ts";
import type { Decoder } from "./decoder.ts";
import { Scanner, type Verdict } from "./scanner.tsx";

const openCamera = vi.hoisted(() => vi.fn<() => Promise<Camera | CameraTrouble>>());
const openDecoder = vi.hoisted(() => vi.fn<() => Promise<Decoder>>());
vi.mock("./camera.ts", () => ({ openCamera }));
vi.mock("./decoder.ts", () => ({ openDecoder }));

const closed = vi.fn<() => void>();
const lit = vi.fn<(isOn: boolean) => Promise<void>>(async () => undefined);
const judged = vi.fn<(text: string) => Verdict>();
const vibrated = vi.fn<(ms: VibratePattern) => boolean>(() => true);
let seen: string[] = [];

beforeAll(async () => {
  await startWords("hall", "scan");
  await setLocale("en");
});
beforeEach(() => {
  seen = [];
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { vibrate: vibrated }));
  openCamera.mockImplementation(async () => ({ stream: new MediaStream(), torch: lit, close: closed }));
  openDecoder.mockImplementation(async () => ({ read: async () => seen, close: closed }));
  judged.mockImplementation((text) => ({ kind: "good", text: `${text} is ticked.` }));
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const open = () => act(async () => render(<Scanner onText={judged} />));

test("a code in the picture is judged once, said, and felt", async () => {
  await open();
  seen = ["A", "A"];
  await screen.findByText("A is ticked.");
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(judged.mock.calls).toEqual([["A"]]);
  expect(vibrated.mock.calls).toEqual([[30]]);
});

test("the lamp is switched where the camera has one, and everything ends with the page", async () => {
  const { unmount } = await open();
  fireEvent.click(await screen.findByRole("button", { name: "Light on" }));
  await screen.findByRole("button", { name: "Light off" });
  expect(lit).toHaveBeenCalledWith(true);
  unmount();
  expect(closed).toHaveBeenCalledTimes(2);
});

test.each<[CameraTrouble, RegExp, boolean]>([
  ["none", /has no camera/, false],
  ["refused", /Allow it for this page/, true],
  ["busy", /Another app uses the camera/, true],
])("a camera that is %s says what to do, and typing goes on", async (trouble, sentence, canRetry) => {
  openCamera.mockResolvedValueOnce(trouble);
  await open();
  await screen.findByText(sentence);
  fireEvent.change(screen.getByLabelText("Code on the label"), { target: { value: "B" } });
  fireEvent.click(screen.getByRole("button", { name: "Check the code" }));
  expect(judged).toHaveBeenLastCalledWith("B");
  expect(screen.queryByRole("button", { name: "Try again" }) !== null).toBe(canRetry);
  if (!canRetry) return;
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(screen.queryByText(sentence)).toBeNull();
});

test("a library that does not come leaves the camera and the field", async () => {
  openDecoder.mockRejectedValueOnce(new Error("no network"));
  await open();
  await screen.findByText(/scanner could not be loaded/);
  expect(closed).toHaveBeenCalledOnce();
  expect(screen.getByLabelText("Code on the label")).toBeTruthy();
});

test("a wrong code is named at the field, an empty one asks for it", async () => {
  judged.mockImplementation(() => ({ kind: "wrong", text: "That is no code." }));
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Check the code" }));
  expect(screen.getByText("Type the code that stands on the label.")).toBeTruthy();
  expect(judged).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Code on the label"), { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: "Check the code" }));
  expect(screen.getByLabelText("Code on the label").getAttribute("aria-invalid")).toBe("true");
  expect(vibrated.mock.calls).toEqual([[[120, 80, 120]]]);
});

test("a code that was ticked before is not felt", async () => {
  judged.mockImplementation(() => ({ kind: "again", text: "Ticked before." }));
  await open();
  seen = ["A"];
  await screen.findByText("Ticked before.");
  expect(vibrated).not.toHaveBeenCalled();
});

test.each(["good", "wrong"] as const)("a phone that cannot vibrate says a %s code silently", async (kind) => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { vibrate: undefined }));
  judged.mockImplementation(() => ({ kind, text: "Judged." }));
  await open();
  seen = ["A"];
  expect(await screen.findByText("Judged.")).toBeTruthy();
  expect(vibrated).not.toHaveBeenCalled();
});

test("a lamp that the camera refuses is not shown as lit", async () => {
  lit.mockRejectedValueOnce(new Error("busy"));
  await open();
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Light on" })));
  expect(screen.queryByRole("button", { name: "Light off" })).toBeNull();
});

test("a camera without a lamp has no button for it", async () => {
  openCamera.mockResolvedValueOnce({ stream: new MediaStream(), torch: undefined, close: closed });
  await open();
  seen = ["A"];
  await screen.findByText("A is ticked.");
  expect(screen.queryByRole("button", { name: "Light on" })).toBeNull();
});
