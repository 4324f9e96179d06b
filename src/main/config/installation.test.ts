import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openSecrets } from "./installation.ts";

test("a secret's file that others may read is named by its variable alone", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-secrets-"));
  const [open = "", closed = ""] = ["open", "closed"].map((name) => path.join(folder, name));
  for (const file of [open, closed]) writeFileSync(file, "x");
  chmodSync(open, 0o644);
  chmodSync(closed, 0o640);
  const environment = {
    WAYBILL_MAIL_URL_FILE: open,
    WAYBILL_SMS_URL_FILE: closed,
    WAYBILL_DATABASE_URL_FILE: path.join(folder, "none"),
    OTHER_FILE: open,
  };
  expect(openSecrets(environment)).toEqual(["WAYBILL_MAIL_URL_FILE"]);
  rmSync(folder, { recursive: true });
});
