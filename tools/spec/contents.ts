import path from "node:path";
import type * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Machine } from "#kernel/machine.ts";
import { filesLike } from "./source.ts";

interface Contents {
  readonly endpoints: readonly Endpoint[];
  /** Room, name, schema. */
  readonly entities: readonly [string, string, z.ZodMiniType][];
  readonly machines: readonly Machine<string, string>[];
}

/** Reads the tables of every room by their shape, so that a new room appears without being named here. */
export async function contents(): Promise<Contents> {
  const files = filesLike(/\/(contract|domain)\/[a-z-]+\.ts$|src\/contract\/(demo|session)\.ts$/).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const endpoints: Endpoint[] = [];
  const entities: [string, string, z.ZodMiniType][] = [];
  const machines: Machine<string, string>[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(path.resolve(file));
    const room = /^src\/features\/([a-z]+)\//.exec(file)?.[1] ?? "";
    for (const [name, value] of Object.entries(module)) {
      if (isMachine(value)) machines.push(value);
      else if (isSchema(value) && /^[A-Z]/.test(name)) entities.push([room, name, value]);
      else if (name.endsWith("Api")) endpoints.push(...Object.values(value as Record<string, Endpoint>));
    }
  }
  return { endpoints, entities, machines };
}

const isMachine = (value: unknown): value is Machine<string, string> =>
  typeof value === "object" && value !== null && "transitions" in value && "initial" in value;

/** An object schema: it has named fields. */
const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === "object" && value !== null && "safeParse" in value && "shape" in value;
