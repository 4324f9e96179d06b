import { expect, test } from "vitest";
import { DEFAULT_NEEDS } from "./policy.ts";
import { type Handover, handoverFrom, handoverText, needsWith } from "./handover.ts";

const required = (how: Handover["how"]) => needsWith(null, { how, place: null })?.deliver.succeed.required;

test("what is left at a place needs a photo and no name; a neighbour gives theirs", () => {
  expect(DEFAULT_NEEDS.deliver.succeed.required).toEqual(["recipient_name", "photo_or_signature"]);
  expect(required("safe_place")).toEqual(["photo"]);
  expect(required("neighbour")).toEqual(["recipient_name", "photo"]);
});

test("a PIN stands for the signature", () => {
  expect(required("pin")).toEqual(["recipient_name", "pin"]);
  expect(required("hub")).toEqual(DEFAULT_NEEDS.deliver.succeed.required);
});

test("other ends of other tasks need what they needed", () => {
  const { deliver, ...rest } = needsWith(null, { how: "pin", place: null }) ?? DEFAULT_NEEDS;
  expect({ ...rest, fail: deliver.fail }).toEqual({
    collect: DEFAULT_NEEDS.collect,
    return: DEFAULT_NEEDS.return,
    fail: DEFAULT_NEEDS.deliver.fail,
  });
});

test("the history keeps a wish as words from which it can be read again", () => {
  for (const wish of [
    null,
    { how: "pin", place: null },
    { how: "neighbour", place: "A. Weber, 2nd floor" },
  ] as const)
    expect(handoverFrom(handoverText(wish))).toEqual(wish);
  expect(handoverFrom("nonsense x")).toBeNull();
});
