import { beforeEach, expect, test } from "vitest";
import {
  draftsBelongTo,
  draftsText,
  forgetAllDrafts,
  forgetDraft,
  forgetDraftsOf,
  mergeDraft,
  readDraft,
  saveDraft,
} from "./draft.ts";

beforeEach(() => {
  forgetAllDrafts();
  sessionStorage.clear();
});

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
  sessionStorage.setItem("wb.draft.|book", "{");
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

test("what a guest typed goes along into the first sign-in of this tab", () => {
  saveDraft("book", { to: "Kanalstr. 3" });
  draftsBelongTo("ana");
  expect(readDraft("book", { to: "" })).toEqual({ to: "Kanalstr. 3" });
  expect(Object.keys(sessionStorage)).not.toContain("wb.draft.|book");
});

test("nobody reads another's typing; whoever typed it finds it again", () => {
  draftsBelongTo("ana");
  saveDraft("book", { to: "Ana's" });
  draftsBelongTo("bo");
  expect(readDraft("book", { to: "" })).toEqual({ to: "" });
  saveDraft("book", { to: "Bo's" });
  draftsBelongTo("ana");
  expect(readDraft("book", { to: "" })).toEqual({ to: "Ana's" });
  forgetDraftsOf("bo");
  draftsBelongTo("bo");
  expect(readDraft("book", { to: "" })).toEqual({ to: "" });
});

test("what was typed can be copied as lines, without blanks", () => {
  draftsBelongTo("ana");
  saveDraft("book", { recipient: { name: "Bo", phone: "" }, parcels: [{ massG: 1500 }], fragile: true });
  saveDraft("fail", "nobody there");
  expect(draftsText().split("\n").toSorted()).toEqual([
    "nobody there",
    "parcels.0.massG: 1500",
    "recipient.name: Bo",
  ]);
});
