import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Connection } from "./embedded.ts";
import { DATABASE, SUPERUSER, placeIn } from "./embedded-create.ts";

/** Lines of PostgreSQL's own `postmaster.pid`. */
const LINE = { port: 3, socketFolder: 4, status: 7 } as const;

/** How to reach the embedded database that runs in this folder; undefined where none is ready. */
export function runningDatabase(folder: string): Connection | undefined {
  const place = placeIn(resolve(folder));
  try {
    const lines = readFileSync(join(place.database, "postmaster.pid"), "utf8").split("\n");
    if (lines[LINE.status]?.trim() !== "ready") return undefined;
    return {
      host: lines[LINE.socketFolder]?.trim() || "127.0.0.1",
      port: Number(lines[LINE.port]),
      user: SUPERUSER,
      password: readFileSync(place.passwordFile, "utf8"),
      database: DATABASE,
    };
  } catch {
    return undefined;
  }
}
