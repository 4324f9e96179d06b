import { expect, test } from "vitest";
import { showablePicture } from "./picture.ts";

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
