import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { stubServer } from "#test/support/web/stub-server.ts";
import { Problem } from "../api/problem.ts";
import { chooseAndStoreLocale, setLocale, useWords } from "../i18n/words.ts";
import { loadConfig } from "../session/config.ts";
import { FormPhone, FormText } from "./fields.tsx";
import { FormBox, SubmitButton } from "./form-box.tsx";
import { useForm } from "./use-form.ts";

const Schema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1)),
  phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
});

function Asking({ label }: { label: string }) {
  const form = useForm({ schema: Schema, initial: { name: "", phone: "+4930123456" }, onSubmit: noSend });
  return (
    <FormBox form={form}>
      <FormText form={form} name="name" label={label} />
      <SubmitButton form={form}>S</SubmitButton>
    </FormBox>
  );
}

function Sample({ send }: { send: (value: unknown) => Promise<void> }) {
  const form = useForm({ schema: Schema, initial: { name: "", phone: "" }, onSubmit: send });
  return (
    <FormBox form={form}>
      <FormText form={form} name="name" label="N" />
      <FormPhone form={form} name="phone" label="P" />
      <SubmitButton form={form}>S</SubmitButton>
    </FormBox>
  );
}

beforeAll(() => setLocale("en"));
beforeEach(() => {
  stubServer({}, { phone: { callingCode: "49", trunk: "0", digits: 15 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const noSend = async () => undefined;
const box = (name: string) => screen.getByRole("textbox", { name });
const submit = () => act(async () => fireEvent.submit(screen.getByRole("button", { name: "S" })));

test("an error appears when the input is left, tied to it for screen readers", async () => {
  render(<Sample send={noSend} />);
  fireEvent.change(box("P"), { target: { value: "12" } });
  expect(box("P").getAttribute("aria-invalid")).toBeNull();
  fireEvent.blur(box("P"));
  expect(box("P").getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(box("P").getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toContain("country code");
});

test.each([
  ["en", "Who took it?", "Who took it? Please fill this in"],
  ["en", "Name", "Name: Please fill this in"],
  ["fr", "Qui l’a pris ?", /^Qui l’a pris \? \S/],
  ["ar", "من استلمه؟", /^من استلمه؟ \S/],
] as const)("a summary in %s puts no colon behind the question %s", async (locale, label, line) => {
  await setLocale(locale);
  render(<Asking label={label} />);
  await submit();
  expect(screen.getByRole("link").textContent).toMatch(line);
  await setLocale("en");
});

test("a phone number is written the international way when the box is left", () => {
  render(<Sample send={noSend} />);
  fireEvent.change(box("P"), { target: { value: " 0049 (30) 123-456 " } });
  fireEvent.blur(box("P"));
  expect(box("P")).toHaveProperty("value", "+4930123456");
});

test("a refused phone number stays as it was typed, also where the country would complete it", async () => {
  await loadConfig();
  await act(async () => void render(<Sample send={noSend} />));
  for (const typed of ["012", "ring twice", " 0049 30 12"]) {
    fireEvent.change(box("P"), { target: { value: typed } });
    fireEvent.blur(box("P"));
    expect(box("P")).toHaveProperty("value", typed);
    expect(box("P").getAttribute("aria-invalid")).toBe("true");
  }
  fireEvent.change(box("P"), { target: { value: "030 123 456" } });
  fireEvent.blur(box("P"));
  expect(box("P")).toHaveProperty("value", "+4930123456");
});

test("a refused submit speaks a summary whose lines lead to the inputs", async () => {
  render(<Sample send={noSend} />);
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("2 inputs need your attention");
  expect(document.activeElement).toBe(box("N"));
  fireEvent.click(screen.getByRole("link", { name: /^P: / }));
  expect(document.activeElement).toBe(box("P"));
});

test("switching the language keeps what was typed and the focus, and translates the errors", async () => {
  render(<Sample send={noSend} />);
  fireEvent.change(box("N"), { target: { value: "Ada" } });
  await submit();
  const before = box("N");
  await act(() => chooseAndStoreLocale("de"));
  expect(box("N")).toBe(before);
  expect(box("N")).toHaveProperty("value", "Ada");
  expect(screen.getByRole("alert").textContent).toContain("Eine Eingabe braucht");
  expect(document.documentElement.lang).toBe("de");
  await act(() => chooseAndStoreLocale("ar"));
  expect(document.documentElement.dir).toBe("rtl");
  await act(() => chooseAndStoreLocale("en"));
});

function Translated() {
  const t = useWords("hall");
  const form = useForm({ schema: Schema, initial: { name: "", phone: "" }, onSubmit: noSend });
  return (
    <FormBox form={form}>
      <fieldset>
        <legend>{t("session.sign-in")}</legend>
        <FormText form={form} name="name" label={t("session.sign-out")} />
      </fieldset>
      <SubmitButton form={form}>S</SubmitButton>
    </FormBox>
  );
}

test("the summary's lines name inputs and groups in the language that is read now", async () => {
  await act(async () => void render(<Translated />));
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("Sign in · Sign out: ");
  await act(() => chooseAndStoreLocale("de"));
  expect(screen.getByRole("alert").textContent).toContain("Anmelden · Abmelden: ");
  await act(() => chooseAndStoreLocale("en"));
});

test("the server's refusal stands at its input; one without a field stands below the form", async () => {
  const send = vi.fn<(value: unknown) => Promise<void>>();
  render(<Sample send={send} />);
  fireEvent.change(box("N"), { target: { value: "Ada" } });
  fireEvent.change(box("P"), { target: { value: "+4930123456" } });
  send.mockRejectedValueOnce(
    new Problem("http.bad-input", { status: 400, fields: [{ path: "phone", code: "not-allowed" }] }),
  );
  await submit();
  expect(box("P").getAttribute("aria-invalid")).toBe("true");
  expect(box("N")).toHaveProperty("value", "Ada");
  fireEvent.change(box("P"), { target: { value: "+4930123457" } });
  send.mockRejectedValueOnce(new Problem("http.busy", { status: 503 }));
  await submit();
  expect(screen.getByRole("alert").textContent).toContain("very busy");
  expect(send).toHaveBeenCalledTimes(2);
});
