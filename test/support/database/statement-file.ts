import { appendFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { deserialize, serialize } from "node:v8";

/** A statement of the product as a test made it send it. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Organisation whose fence it ran behind; undefined for the owner's. */
  readonly orgId: string | undefined;
  /** File and line of the product that sent it. */
  readonly from: string;
}

/** Folder for the statements of a run; undefined where none are kept. */
export const statementFolder = (): string | undefined => process.env["WAYBILL_TEST_STATEMENTS"] || undefined;

/** Tells statements apart, whatever the count of values in their lists. */
export const keyOf = ({ text, orgId }: Pick<Sent, "text" | "orgId">): string =>
  `${orgId === undefined ? "owner" : "fenced"} ${text}`
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\$(::\w+)?(, \$(::\w+)?)+/g, "$, …")
    .replaceAll(/(\(\$, …\))(, \(\$, …\))+/g, "$1, …");

/** Adds statements to the file of this process. */
export function keepStatements(folder: string, sent: readonly Sent[]): void {
  if (sent.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const lines = sent.map((one) => `${serialize(one).toString("base64")}\n`);
  appendFileSync(path.join(folder, `${process.pid}.txt`), lines.join(""));
}

/** Every distinct statement of the run, the first that was sent of each. */
export function keptStatements(folder: string): Sent[] {
  const byKey = new Map<string, Sent>();
  for (const name of readdirSync(folder).toSorted())
    for (const line of readFileSync(path.join(folder, name), "utf8").trimEnd().split("\n")) {
      const one: Sent = deserialize(Buffer.from(line, "base64"));
      if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one);
    }
  return [...byKey.values()];
}
