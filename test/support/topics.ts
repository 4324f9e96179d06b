import { readdirSync } from "node:fs";
import path from "node:path";
import type { LiveEvent } from "#contract/event.ts";

const SOURCES = path.resolve("src");
const CONTRACT = /(^|[\\/])contract[\\/].*(?<!\.test)\.ts$/;

const isTopic = (value: unknown): value is LiveEvent =>
  typeof value === "object" &&
  value !== null &&
  "data" in value &&
  "type" in value &&
  typeof value.type === "string" &&
  /^[a-z]+\.[a-z*-]+$/.test(value.type);

/** Name of every live event that a contract declares; "offer.*" as one of its own. */
export async function declaredTopics(): Promise<string[]> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
    CONTRACT.test(file),
  );
  const modules: object[] = await Promise.all(files.map((file) => import(path.join(SOURCES, file))));
  const topics = modules.flatMap((module) => Object.values(module).filter(isTopic));
  return topics.map(({ type }) => type.replace("*", "any"));
}
