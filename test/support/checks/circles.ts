import type { SourceFile } from "./walls.ts";
import { importsOf } from "./walls.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

/** Every circle of imports, types included: files that reach each other. A part that loads later closes none. */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  const paths = files.map(({ path }) => path).toSorted();
  const known = new Set(paths);
  const graph: Graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target, isLate }) => (known.has(target) && !isLate ? [target] : [])),
    ]),
  );
  const reached = new Map(paths.map((file) => [file, reachedFrom(graph, file)]));
  return paths.flatMap((file) => {
    const circle = [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).toSorted();
    return circle[0] === file ? [circle] : [];
  });
}

/** Files that a file imports, and those that they import; itself only where a circle leads back. */
function reachedFrom(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return found;
}
