import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes the errors that Vitest met outside all tests to the file that `WAYBILL_TEST_STRAYS` names. */
export default class StraysReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env["WAYBILL_TEST_STRAYS"];
    if (!file) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(errors.map(({ message }) => String(message))));
  }
}
