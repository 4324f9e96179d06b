import { expect, test } from "vitest";
import type { Needs } from "#features/proofs/domain/needs.ts";
import { strictest, whyNeeded } from "./door-needs.ts";

const stop = (
  number: string,
  required: Needs["required"],
  preferred: Needs["preferred"] = [],
): Needs & { readonly number: string } => ({ number, required, preferred });

test("a door needs what each of its deliveries needs, and prefers what none of them needs", () => {
  const some = [stop("A", ["recipient_name"], ["photo", "note"]), stop("B", ["photo"], ["barcode"])];
  expect(strictest(some)).toEqual({ required: ["recipient_name", "photo"], preferred: ["barcode", "note"] });
  expect(strictest([])).toEqual({ required: [], preferred: [] });
});

test("a required signature is enough where another delivery wants a photo or a signature", () => {
  const some = [stop("A", ["photo_or_signature"]), stop("B", ["signature"])];
  expect(strictest(some).required).toEqual(["signature"]);
  expect(whyNeeded(some)).toEqual([{ need: "signature", numbers: ["B"], isAll: false }]);
});

test("each required proof says which deliveries ask for it", () => {
  const some = [
    stop("A", ["recipient_name", "barcode"]),
    stop("B", ["recipient_name", "age_check"]),
    stop("C", ["recipient_name", "age_check"]),
  ];
  expect(whyNeeded(some)).toEqual([
    { need: "recipient_name", numbers: ["A", "B", "C"], isAll: true },
    { need: "age_check", numbers: ["B", "C"], isAll: false },
  ]);
  expect(whyNeeded([])).toEqual([]);
});
