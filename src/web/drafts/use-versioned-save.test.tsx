import { act, renderHook, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { useVersionedDraft } from "./use-versioned-draft.ts";
import { useVersionedSave } from "./use-versioned-save.ts";

const sent = vi.hoisted(() => vi.fn<(endpoint: unknown, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));

const Word = z.string();
const Words = z.object({ version: z.int(), items: z.array(Word) });
const editWords = endpoint({
  id: "editWords",
  method: "PUT",
  path: "/api/words",
  needs: "anyone",
  summary: "Save the words",
  input: Words,
  reply: Words,
  refusals: [],
});

afterEach(() => {
  sessionStorage.clear();
  vi.clearAllMocks();
});

/** A list of words that is saved as a whole; the server answers when the test says so. */
function open() {
  let answer = (_fresh: object): void => undefined;
  sent.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const isBehind: boolean[] = [];
  const { result } = renderHook(() => {
    const [inForce, setInForce] = useState({ version: 3, items: ["a"] });
    const draft = useVersionedDraft<string>(inForce, { name: "words", item: Word });
    const { send } = useVersionedSave(editWords, {
      draft,
      stale: "words.stale",
      // The list in force is read by a cache, which tells of it a moment later.
      onSaved: (fresh) => setTimeout(() => setInForce(fresh)),
      onReload: () => undefined,
      savedText: () => "saved",
    });
    isBehind.push(draft.isBehind);
    return { draft, send, inForce };
  });
  const read = () => result.current;
  const edit = (...items: string[]) => act(async () => read().draft.set(items));
  const save = () =>
    act(async () => void read().send({ version: read().draft.version, items: [...read().draft.items] }));
  const reply = async (version: number, ...items: string[]) => {
    await act(async () => answer({ version, items }));
    await waitFor(() => expect(read().inForce.version).toBe(version));
  };
  return { read, edit, save, reply, isBehind };
}

test("what is typed while a list is saved stays, on the version that came into force", async () => {
  const { read, edit, save, reply, isBehind } = open();
  await edit("a", "b");
  await save();
  await edit("a", "b", "c");
  await reply(4, "a", "b");
  expect(read().draft).toMatchObject({
    version: 4,
    base: ["a", "b"],
    items: ["a", "b", "c"],
    isChanged: true,
  });
  expect(isBehind).not.toContain(true);
  await save();
  expect(sent).toHaveBeenLastCalledWith(editWords, { version: 4, items: ["a", "b", "c"] }, expect.anything());
  await reply(5, "a", "b", "c");
  expect(read().draft).toMatchObject({ version: 5, items: ["a", "b", "c"], isChanged: false });
});

test("steps since the save are taken back, down to what is in force", async () => {
  const { read, edit, save, reply } = open();
  await edit("a", "b");
  await save();
  await edit("a", "b", "c");
  await reply(4, "a", "b");
  await act(async () => read().draft.undo?.());
  expect(read().draft).toMatchObject({ version: 4, items: ["a", "b"], isChanged: false, undo: undefined });
});

test("nothing is left to save where nothing was typed since", async () => {
  const { read, edit, save, reply } = open();
  await edit("a", "b");
  await save();
  await reply(4, "a", "b");
  expect(read().draft).toMatchObject({ version: 4, items: ["a", "b"], isChanged: false, undo: undefined });
});
