import { beforeEach, expect, test } from "vitest";
import { forgetAllDrafts, forgetDraft, mergeDraft, readDraft, saveDraft } from "./draft.ts";

beforeEach(() => sessionStorage.clear());

test("what was typed is there again after a reload", () => {
  saveDraft("book", { name: "Ada", parcels: [{ massG: 3 }] });
  expect(readDraft("book", { name: "", parcels: [{ massG: 0 }] })).toEqual({
    name: "Ada",
    parcels: [{ massG: 3 }],
  });
});

test("a draft of an older build gives what still fits, and no unknown fields", () => {
  expect(
    mergeDraft({ name: "", size: "", list: [1] }, { name: "Ada", size: 7, gone: true, list: "x" }),
  ).toEqual({ name: "Ada", size: "", list: [1] });
  expect(mergeDraft({ at: null }, { at: "x" })).toEqual({ at: "x" });
});

test("broken storage is as good as none", () => {
  sessionStorage.setItem("wb.draft.book", "{");
  expect(readDraft("book", { a: 1 })).toEqual({ a: 1 });
});

test("signing out leaves no draft behind, and nothing else is touched", () => {
  saveDraft("book", { a: 1 });
  saveDraft("fail", { a: 2 });
  sessionStorage.setItem("other", "x");
  forgetDraft("fail");
  expect(readDraft("fail", { a: 0 })).toEqual({ a: 0 });
  forgetAllDrafts();
  expect(readDraft("book", { a: 0 })).toEqual({ a: 0 });
  expect(sessionStorage.getItem("other")).toBe("x");
});
