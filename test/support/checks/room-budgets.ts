import path from "node:path";
import type { SourceFile } from "./walls.ts";

/** Most that one room holds, and most source files that stand side by side in one folder. Tests, words and empty lines do not count. */
export const BUDGET = {
  lines: 6_000,
  files: 90,
  folder: 30,
  "money lines": 14_000,
  "money tests": 9_000,
} as const;

/** Rooms that together hold what happens to money; their lines have a budget of their sum, and so have their tests. */
const MONEY_ROOMS = ["payments", "receipts", "debts", "checkout", "books"];

/** A room or a folder beyond its budget. */
export interface Excess {
  readonly name: string;
  readonly kind: keyof typeof BUDGET;
  readonly size: number;
}

const isTest = ({ path: file }: SourceFile): boolean => /\.test\.tsx?$/.test(file);
const isSource = (file: SourceFile): boolean => /\.(tsx?|m?js|css)$/.test(file.path) && !isTest(file);

/** Sums the files of each name. */
function sumBy(
  files: readonly SourceFile[],
  nameOf: (file: SourceFile) => string | undefined,
  sizeOf: (file: SourceFile) => number,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const file of files) {
    const name = nameOf(file);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + sizeOf(file));
  }
  return [...sums];
}

const roomOf = ({ path: file }: SourceFile): string | undefined =>
  /^src\/(?:features|engines)\/[^/]+/.exec(file)?.[0];

const linesOf = ({ text }: SourceFile): number =>
  text.split("\n").filter((line) => line.trim() !== "").length;

const moneyRooms = ({ path: file }: SourceFile): string | undefined =>
  MONEY_ROOMS.includes(/^src\/features\/([^/]+)/.exec(file)?.[1] ?? "") ? "the money rooms" : undefined;

/** Every room and folder that is over its budget. */
export function overBudget(files: readonly SourceFile[]): Excess[] {
  const sources = files.filter(isSource);
  const sizes: Readonly<Record<Excess["kind"], readonly [string, number][]>> = {
    lines: sumBy(sources, roomOf, linesOf),
    files: sumBy(sources, roomOf, () => 1),
    folder: sumBy(
      sources,
      ({ path: file }) => path.posix.dirname(file),
      () => 1,
    ),
    "money lines": sumBy(sources, moneyRooms, linesOf),
    "money tests": sumBy(files.filter(isTest), moneyRooms, linesOf),
  };
  return (["lines", "files", "folder", "money lines", "money tests"] as const).flatMap((kind) =>
    sizes[kind].flatMap(([name, size]) => (size > BUDGET[kind] ? [{ name, kind, size }] : [])),
  );
}
