import type { Consequences } from "../contract/api.ts";

type Told = Consequences["told"][number];

/** A notice to one person by several ways. */
export interface Gathered extends Omit<Told, "way"> {
  readonly ways: readonly Told["way"][];
}

/** Puts notices that differ in their way alone on one line. */
export function gathered(notices: readonly Told[]): Gathered[] {
  const lines = new Map<string, Gathered>();
  for (const { way, ...rest } of notices) {
    const { audience, notice, corrects, isOff, waitsMinutes } = rest;
    const key = [audience, notice, corrects, isOff, waitsMinutes].join();
    lines.set(key, { ...rest, ways: [...(lines.get(key)?.ways ?? []), way] });
  }
  return [...lines.values()];
}
