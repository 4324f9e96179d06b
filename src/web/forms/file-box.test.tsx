import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FileBox } from "./file-box.tsx";

afterEach(cleanup);

test("speaks the page's language, names what was chosen, and is one input for whoever cannot see", () => {
  const picked: (File | null)[] = [];
  render(
    <>
      <label htmlFor="photo">{"Foto"}</label>
      <FileBox id="photo" text="Bild wählen" onPick={(file) => picked.push(file)} />
    </>,
  );
  const input = screen.getByLabelText("Foto", { selector: "input[type=file]" });
  expect(screen.getByText("Bild wählen").closest("[aria-hidden]")).not.toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  const file = new File(["x"], "tuer.jpg", { type: "image/jpeg" });
  fireEvent.change(input, { target: { files: [file] } });
  expect(picked).toEqual([file]);
  expect(screen.getByText("tuer.jpg")).toBeTruthy();
});
