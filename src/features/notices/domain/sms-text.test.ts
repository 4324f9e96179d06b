import { expect, test } from "vitest";
import { smsPartsOf } from "./sms-parts.ts";
import { smsText } from "./sms-text.ts";

test("a text message is one line of plain signs", () => {
  const text = smsText("It’s here –\n\n“soon” … ");
  expect(text).toBe(`It's here - "soon" ...`);
  expect(smsPartsOf(text).alphabet).toBe("gsm");
});
