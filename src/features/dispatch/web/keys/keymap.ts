import type { Pane, Reach, Step } from "../selection.ts";

/** Command of a key press on the board. */
export type Command =
  | { readonly type: "step"; readonly step: Step; readonly reach: Reach }
  | { readonly type: "courier"; readonly place: number }
  | {
      readonly type:
        | "toggle"
        | "all"
        | "clear"
        | "assign"
        | "take-back"
        | "pay-link"
        | "edit"
        | "plan"
        | "pin"
        | "postpone"
        | "earlier"
        | "later"
        | "open"
        | "search"
        | "help"
        | "undo"
        | "fold"
        | "unfold"
        | "next-pane";
    };

/** The parts of a key press that matter. */
export interface Press {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
  PageUp: "page-up",
  PageDown: "page-down",
};

type Simple = Exclude<Command["type"], "step" | "courier">;

const PLAIN: Readonly<Record<string, Simple>> = {
  " ": "toggle",
  Escape: "clear",
  Enter: "open",
  Delete: "take-back",
  a: "assign",
  u: "take-back",
  e: "edit",
  l: "pay-link",
  p: "plan",
  f: "pin",
  d: "postpone",
  "/": "search",
  "?": "help",
  F6: "next-pane",
};

/**
 * The command of a press, or undefined where the browser should have it.
 * @param rtl whether the page reads from right to left: swaps the arrows that fold and unfold a route
 */
export function commandOf(press: Press, rtl = false): Command | undefined {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.alt) return press.ctrl ? undefined : WITH_ALT[key];
  const step = STEPS[key];
  if (step) return { type: "step", step, reach: press.shift ? "range" : press.ctrl ? "none" : "one" };
  return press.ctrl ? withCtrl(key, press.shift) : plain(key, rtl);
}

const WITH_ALT: Readonly<Record<string, Command>> = {
  ArrowUp: { type: "earlier" },
  ArrowDown: { type: "later" },
};
const WITH_CTRL: Readonly<Record<string, Command>> = {
  a: { type: "all" },
  z: { type: "undo" },
  " ": { type: "toggle" },
};

const withCtrl = (key: string, shift: boolean): Command | undefined => (shift ? undefined : WITH_CTRL[key]);

function plain(key: string, rtl: boolean): Command | undefined {
  const [back, on] = rtl ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  if (key === back) return { type: "fold" };
  if (key === on) return { type: "unfold" };
  if (/^[1-9]$/.test(key)) return { type: "courier", place: Number(key) };
  const simple = PLAIN[key];
  return simple && { type: simple };
}

/** The key map that `?` shows: the keys of a line and the word that says what they do. */
export const KEY_LINES = [
  { keys: [["↑"], ["↓"]], word: "keys.step", panes: ["unassigned", "couriers"] },
  {
    keys: [
      ["Shift", "↑"],
      ["Shift", "↓"],
    ],
    word: "keys.range",
    panes: ["unassigned", "couriers"],
  },
  { keys: [["Space"]], word: "keys.toggle", panes: ["unassigned", "couriers"] },
  { keys: [["Ctrl", "A"]], word: "keys.all", panes: ["unassigned", "couriers"] },
  { keys: [["Esc"]], word: "keys.clear", panes: ["unassigned", "couriers"] },
  { keys: [["N"]], word: "keys.new", panes: ["unassigned", "couriers"] },
  { keys: [["A"]], word: "keys.assign", panes: ["unassigned", "couriers"] },
  { keys: [["O"]], word: "keys.offer", panes: ["unassigned", "couriers"] },
  { keys: [["S"]], word: "keys.by-place", panes: ["unassigned", "couriers"] },
  { keys: [["I"]], word: "keys.sheet", panes: ["couriers"] },
  { keys: [["U"]], word: "keys.take-back", panes: ["couriers"] },
  { keys: [["D"]], word: "keys.postpone", panes: ["unassigned", "couriers"] },
  { keys: [["R"]], word: "keys.next", panes: ["unassigned", "couriers"] },
  { keys: [["M"]], word: "keys.message", panes: ["unassigned", "couriers"] },
  { keys: [["E"]], word: "keys.edit", panes: ["unassigned", "couriers"] },
  { keys: [["L"]], word: "keys.pay-link", panes: ["unassigned", "couriers"] },
  { keys: [["F"]], word: "keys.pin", panes: ["couriers"] },
  { keys: [["P"]], word: "keys.plan", panes: ["unassigned", "couriers"] },
  { keys: [["X"]], word: "keys.exceptions", panes: ["unassigned", "couriers"] },
  {
    keys: [
      ["Alt", "↑"],
      ["Alt", "↓"],
    ],
    word: "keys.nudge",
    panes: ["couriers"],
  },
  { keys: [["←"], ["→"]], word: "keys.fold", panes: ["couriers"] },
  { keys: [["1"], ["9"]], word: "keys.courier", panes: ["unassigned", "couriers"] },
  { keys: [["Enter"]], word: "keys.open", panes: ["unassigned", "couriers"] },
  { keys: [["Ctrl", "Z"]], word: "keys.undo", panes: ["unassigned", "couriers"] },
  { keys: [["F6"]], word: "keys.pane", panes: ["unassigned", "couriers"] },
  { keys: [["Ctrl", "K"]], word: "keys.find", panes: ["unassigned", "couriers"] },
  { keys: [["/"]], word: "keys.search", panes: ["unassigned", "couriers"] },
  { keys: [["?"]], word: "keys.help", panes: ["unassigned", "couriers"] },
] as const satisfies readonly {
  keys: readonly (readonly string[])[];
  word: string;
  panes: readonly Pane[];
}[];
