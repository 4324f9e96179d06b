// Tells a stack in lines of the sources. A bundle's map is read when a stack is first asked for: Node's own support reads
// every map with its file, 0.2 s of processor time at each start.
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** @param {string} folder address of the bundle's folder, with a slash at its end */
export function tellSourceLines(folder) {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) {
      const map = `${fileURLToPath(file)}.map`;
      maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, "utf8"))) : undefined);
    }
    return maps.get(file);
  };
  const told = (frame) => {
    const file = frame.getFileName();
    if (!file?.startsWith(folder)) return String(frame);
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    const found = mapOf(file)?.findEntry(line - 1, column - 1);
    if (found?.originalSource === undefined) return String(frame);
    const source = new URL(found.originalSource, file).href;
    return String(frame).replace(
      `${file}:${line}:${column}`,
      `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [nameOf(error), ...frames.map((frame) => `    at ${told(frame)}`)].join("\n");
}

/** A thrown object may refuse to be told. */
function nameOf(error) {
  try {
    return String(error);
  } catch {
    return "Error";
  }
}
