import { createHash } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";

/** Events of a run, line by line, with ids named by their first appearance: the same seed, the same bytes. */
export interface Trace {
  note(now: Instant, text: string): void;
  readonly lines: readonly string[];
  hash(): string;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function openTrace(): Trace {
  const names = new Map<string, string>();
  const lines: string[] = [];
  const named = (id: string): string => {
    const known = names.get(id) ?? `#${names.size + 1}`;
    names.set(id, known);
    return known;
  };
  return {
    note: (now, text) => void lines.push(`${new Date(now).toISOString()} ${text.replaceAll(UUID, named)}`),
    lines,
    hash: () => createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16),
  };
}
