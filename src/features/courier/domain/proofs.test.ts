import { expect, test } from "vitest";
import { newestOf, proofIdsOf } from "./proofs.ts";

const proof = (id: string, kind: "photo" | "signature", minute: number) => ({
  id,
  kind,
  takenAt: `2026-11-21T14:0${minute}:00.000Z`,
});

test("a picture that was taken again replaces the one before, whatever the order they are told in", () => {
  const proofs = [proof("b", "photo", 2), proof("a", "photo", 1), proof("s", "signature", 0)];
  expect(newestOf(proofs, "photo")?.id).toBe("b");
  expect(proofIdsOf(proofs)).toEqual(["b", "s"]);
  expect(proofIdsOf(proofs.toReversed())).toEqual(["b", "s"]);
  expect(newestOf(proofs.slice(0, 2), "signature")).toBeUndefined();
});
