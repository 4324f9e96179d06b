import { existsSync } from "node:fs";
import { makeFolder, needRoom } from "#server/folder.ts";
import { databaseFolder } from "./database.ts";

/** Bytes that a start needs: the first makes a database of 40 MB with 32 MB of log beside it. */
const ROOM = { first: 300e6, later: 50e6 } as const;

/** @throws SetupProblem where the folder cannot be made or written, or its disk is full */
export function prepareDataFolder(folder: string): void {
  makeFolder(folder);
  needRoom(folder, existsSync(databaseFolder(folder)) ? ROOM.later : ROOM.first);
}
