import type { KeyboardEvent } from "react";

const isRtl = (): boolean => document.documentElement.dir === "rtl";

interface Acts {
  edit: () => void;
  all: () => void;
  break: () => void;
  copyOn: () => void;
  clear: () => void;
  move: (rows: number, cols: number) => void;
  edge: (isEnd: boolean) => void;
  week: (step: number) => void;
  copy: () => void;
  paste: () => void;
  type: (text: string) => void;
  answer: (isGranted: boolean) => void;
}

/** The act of a key; nothing for keys that are the page's or the browser's. */
export function actOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  acts: Acts,
): (() => void) | undefined {
  if (altKey) return undefined;
  const lower = key.toLowerCase();
  if (ctrlKey || metaKey) return { d: acts.copyOn, c: acts.copy, v: acts.paste }[lower];
  const ahead = isRtl() ? -1 : 1;
  const named: Readonly<Record<string, () => void>> = {
    arrowup: () => acts.move(-1, 0),
    arrowdown: () => acts.move(1, 0),
    arrowright: () => acts.move(0, ahead),
    arrowleft: () => acts.move(0, -ahead),
    home: () => acts.edge(false),
    end: () => acts.edge(true),
    pageup: () => acts.week(-1),
    pagedown: () => acts.week(1),
    enter: acts.edit,
    f2: acts.edit,
    delete: acts.clear,
    backspace: acts.clear,
    b: acts.break,
    i: acts.all,
    y: () => acts.answer(true),
    n: () => acts.answer(false),
  };
  return /^[0-9٠-٩]$/.test(key) ? () => acts.type(key) : named[lower];
}
