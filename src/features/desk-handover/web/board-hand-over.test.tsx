import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { boardHeld as board, wishForElif as wish } from "#test/support/web/board-held.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { HandOverNote } from "#features/dispatch/contract/api.ts";
import { BoardHandOver } from "./board-hand-over.tsx";

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  await startWords("hall", "dispatch", "accounts");
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale("en");
});

test.each([
  ["en", "Carla holds 2 parcels", "Hand over", "WB-held: Carla hands the parcels over to Elif."],
  ["de", "Carla hat 2 Pakete", "Übergeben", "WB-held: Carla übergibt die Pakete an Elif."],
] as const)("who holds what is said before it is handed over, in %s", async (locale, holds, does, said) => {
  await setLocale(locale);
  const done = vi.fn<(notes: readonly HandOverNote[]) => void>();
  await act(async () => {
    render(<BoardHandOver board={board} wish={wish} onHandOver={done} onClose={() => undefined} />);
  });
  const plain = (text: string | null) => (text ?? "").replace(/[\u2066-\u2069]/g, "");
  expect(plain(screen.getByRole("dialog").textContent)).toContain(holds);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "14:00" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: does })));
  const [notes = []] = done.mock.calls[0] ?? [];
  expect(notes.map(({ deliveryId, note }) => [deliveryId, plain(note)])).toEqual([["held", `${said} 14:00`]]);
});
