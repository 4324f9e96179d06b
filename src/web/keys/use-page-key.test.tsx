import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { useKeysAhead, usePageKey } from "./use-page-key.ts";

afterEach(cleanup);

const LATER = ["o", "s"];

function Hears({ letter, onPress }: { letter: string; onPress: (letter: string) => void }) {
  usePageKey(letter, () => onPress(letter));
  return null;
}

/** A page whose parts that hear O and S come when they are called for. */
function Page() {
  const [done, setDone] = useState<readonly string[]>([]);
  const [came, setCame] = useState<readonly string[]>([]);
  useKeysAhead(LATER);
  return (
    <>
      <p>{`done: ${done.join()}`}</p>
      <button type="button" onClick={() => setCame(LATER)}>
        Come
      </button>
      <input aria-label="Note" />
      {came.map((letter) => (
        <Hears key={letter} letter={letter} onPress={(one) => setDone((now) => [...now, one])} />
      ))}
    </>
  );
}
const press = (key: string, on: Element = document.body) => act(() => void fireEvent.keyDown(on, { key }));
const come = () => act(() => screen.getByRole("button", { name: "Come" }).click());

test("a key pressed before its part came is kept, done once when the part comes, and heard as usual then", () => {
  render(<Page />);
  press("o");
  come();
  expect(screen.getByText("done: o")).toBeTruthy();
  press("s");
  expect(screen.getByText("done: o,s")).toBeTruthy();
});

test("of two such keys the last counts, a letter in a field none, and a page that was left keeps none", () => {
  const { unmount } = render(<Page />);
  press("s");
  press("o");
  press("s", screen.getByLabelText("Note"));
  come();
  expect(screen.getByText("done: o")).toBeTruthy();
  unmount();
  const { unmount: leave } = render(<Page />);
  press("o");
  leave();
  render(<Page />);
  come();
  expect(screen.getByText("done:")).toBeTruthy();
});
