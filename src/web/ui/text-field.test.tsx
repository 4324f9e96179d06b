import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TextArea, TextField, type TextFieldProps } from "./text-field.tsx";

afterEach(cleanup);

const onChange = vi.fn<(value: string) => void>();
const directionOf = (type?: NonNullable<TextFieldProps["type"]>) => {
  render(<TextField label="It" value="" onChange={onChange} {...(type && { type })} />);
  const found = screen.getByLabelText("It").getAttribute("dir");
  cleanup();
  return found;
};

test("what a person writes reads in the direction of its own script, in a form of any language", () => {
  expect([undefined, "text", "search", "tel", "email"].map((type) => directionOf(type as "text"))).toEqual(
    Array(5).fill("auto"),
  );
  render(<TextArea label="Note" value="Market Square 1" onChange={onChange} />);
  expect(screen.getByLabelText("Note").getAttribute("dir")).toBe("auto");
});

test("inputs that the browser lays out itself keep the direction of the form", () => {
  expect((["date", "time", "number"] as const).map(directionOf)).toEqual([null, null, null]);
});
