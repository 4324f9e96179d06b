import { expect, test } from "vitest";
import words from "../words/en.json" with { type: "json" };
import { commandOf, KEY_LINES } from "./keymap.ts";

const press = (text: string) => {
  const parts = text.split("+");
  return {
    key: parts.at(-1) ?? "",
    shift: parts.includes("Shift"),
    ctrl: parts.includes("Ctrl"),
    alt: parts.includes("Alt"),
  };
};

test.each([
  ["ArrowDown", { type: "step", step: "down", reach: "one" }],
  ["Shift+ArrowUp", { type: "step", step: "up", reach: "range" }],
  ["Ctrl+ArrowDown", { type: "step", step: "down", reach: "none" }],
  ["Ctrl+a", { type: "all" }],
  ["a", { type: "assign" }],
  ["A", { type: "assign" }],
  ["u", { type: "take-back" }],
  ["e", { type: "edit" }],
  ["l", { type: "pay-link" }],
  ["f", { type: "pin" }],
  ["d", { type: "postpone" }],
  ["Alt+ArrowUp", { type: "earlier" }],
  ["Alt+ArrowDown", { type: "later" }],
  ["Ctrl+z", { type: "undo" }],
  ["Escape", { type: "clear" }],
  ["7", { type: "courier", place: 7 }],
  ["?", { type: "help" }],
  [" ", { type: "toggle" }],
])("%s does what the key map says", (keys, command) => expect(commandOf(press(keys))).toEqual(command));

test.each(["Tab", "Ctrl+r", "Ctrl+c", "Alt+ArrowLeft", "F5", "x", "m", "i", "0", "Ctrl+Shift+z"])(
  "%s stays with the browser",
  (keys) => {
    expect(commandOf(press(keys))).toBeUndefined();
  },
);

test("the arrows that fold a route turn round where one reads from right to left", () => {
  expect(commandOf(press("ArrowLeft"))).toEqual({ type: "fold" });
  expect(commandOf(press("ArrowLeft"), true)).toEqual({ type: "unfold" });
});

test("every line of the key map has its word", () => {
  for (const { word } of KEY_LINES) expect(Object.keys(words)).toContain(word);
});
