import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Plan } from "../plan/use-plan.ts";
import { usePageKeys } from "./use-keys.ts";

const undo = vi.fn<() => void>();
const keyed = {
  plan: { undo } as unknown as Plan, // Safe: no key of the page reads more of it.
  focusSearch: vi.fn<() => void>(),
  openHelp: vi.fn<() => void>(),
  openPlan: vi.fn<() => void>(),
};

function Page({ isBlocked = false }: { isBlocked?: boolean }) {
  usePageKeys(keyed, isBlocked);
  return (
    <>
      <button type="button">Zoom</button>
      <div tabIndex={0} role="listbox" aria-label="List" onKeyDown={(event) => event.preventDefault()} />
      <input aria-label="Text" />
      <textarea aria-label="Note" />
      <select aria-label="Level" />
      <div contentEditable aria-label="Rich" role="textbox" tabIndex={0} suppressContentEditableWarning />
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});
const press = (on: Element, key: string, more = {}) => fireEvent.keyDown(on, { key, ...more });

test("search and key map open from anywhere on the page", () => {
  render(<Page />);
  press(document.body, "/");
  press(screen.getByRole("button"), "/");
  press(screen.getByRole("button"), "?", { shiftKey: true });
  expect(keyed.focusSearch).toHaveBeenCalledTimes(2);
  expect(keyed.openHelp).toHaveBeenCalledTimes(1);
});

test("the last edit is undone where no list has the focus, and not while somebody types", () => {
  render(<Page />);
  press(screen.getByLabelText("Text"), "z", { ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
  press(document.body, "z", { ctrlKey: true });
  press(document.body, "z", { metaKey: true });
  press(document.body, "z");
  expect(undo).toHaveBeenCalledTimes(2);
});

test("in a field they are letters, and a list that took the key keeps it", () => {
  render(<Page />);
  for (const name of ["Text", "Note", "Level", "Rich", "List"]) {
    press(screen.getByLabelText(name), "/");
    press(screen.getByLabelText(name), "?");
  }
  expect(keyed.focusSearch).not.toHaveBeenCalled();
  expect(keyed.openHelp).not.toHaveBeenCalled();
});

test("a shortcut of the browser stays the browser's, and a dialog has the page to itself", () => {
  const { rerender } = render(<Page />);
  for (const held of ["ctrlKey", "metaKey", "altKey"]) press(document.body, "/", { [held]: true });
  rerender(<Page isBlocked />);
  press(document.body, "?");
  expect(keyed.focusSearch).not.toHaveBeenCalled();
  expect(keyed.openHelp).not.toHaveBeenCalled();
});
