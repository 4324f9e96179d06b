import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { setLocale, startWords } from "../i18n/words.ts";
import { loadConfig } from "../session/config.ts";
import { LanguageSelect } from "./language-select.tsx";

const ON_OFFER = ["de", "en"];

beforeAll(async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ locales: ON_OFFER })));
  await startWords("hall");
  await setLocale("en");
});

test("only the languages that the operator lists are offered", async () => {
  await loadConfig();
  render(<LanguageSelect />);
  const choices = screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
  expect(choices).toEqual(ON_OFFER);
});

test("a choice is the server's too, on pages of recipients", async () => {
  const said = vi.spyOn(document, "cookie", "set");
  await loadConfig();
  render(<LanguageSelect />);
  fireEvent.change(screen.getAllByRole("combobox")[0]!, { target: { value: "de" } });
  await waitFor(() => expect(localStorage.getItem("wb.locale")).toBe("de"));
  expect(said).toHaveBeenCalledWith("lang=de; Path=/t/; Max-Age=31536000; SameSite=Lax");
});
