import { expect, test } from "vitest";
import { showablePicture } from "./picture.ts";
import { pictureIn } from "../protocol/userinfo.ts";

const OWN = "https://waybill.example";
test.each([
  ["data:image/png;base64,AAAA", true],
  ["https://waybill.example/me.png", true],
  ["/me.png", true],
  ["https://pictures.example/ana.png", false],
  ["data:text/html,<script>", false],
  ["javascript:alert(1)", false],
  ["http://", false],
])("%s may be shown: %s", (address, shown) => {
  expect(showablePicture(address, OWN)).toBe(shown ? address : undefined);
});
test("without a picture there is none", () => {
  expect(showablePicture(undefined, OWN)).toBeUndefined();
});

test.each([
  ["https://pictures.example/ana.png", true],
  ["http://localhost:9091/ana.png", true],
  ["data:image/svg+xml,<svg/>", true],
  [`data:image/png;base64,${"A".repeat(70_000)}`, false],
  ["data:text/html,<script>", false],
  ["http://pictures.example/ana.png", false],
  ["javascript:alert(1)", false],
  ["ana.png", false],
])("a picture claim is kept or not: %.40s %s", (picture, kept) => {
  expect(pictureIn({ picture })).toBe(kept ? picture : undefined);
});
