import {
  chownSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { placeIn } from "../../db/embedded-create.ts";
import { chooseRunner } from "../../db/embedded-program.ts";
import { startEmbeddedPostgres } from "../../db/embedded.ts";
import { SetupProblem } from "../../setup-problem.ts";
import { damaged } from "../manifest.ts";
import { measure } from "../pieces.ts";
import { unpackBase } from "./base.ts";
import { nameOfSegment } from "./segments.ts";
import { type KeptBase, type KeptSegment, keptHistories, placeOfSegment, reachOf } from "./wal-shelf.ts";

/** A base and the segments that lead from it to an instant. */
export interface Way {
  readonly base: KeptBase;
  readonly row: readonly KeptSegment[];
}

/**
 * Chooses the newest base of before an instant, or the newest of all.
 *
 * @throws SetupProblem where none is so old, or none is there at all
 */
export async function wayTo(wal: string, until: Date | undefined): Promise<Way> {
  const all = await reachOf(wal);
  const oldest = all.at(-1);
  if (!oldest)
    throw new SetupProblem(
      "No minute can be restored from this folder: it holds no base. Leave --at out to restore the newest backup.",
    );
  const way = until ? all.find(({ base }) => base.time <= until.getTime()) : all[0];
  if (way) return way;
  throw new SetupProblem(
    `The first minute that can be restored is ${oldest.base.takenAt}: say a later one, or leave --at out and name a backup of before.`,
  );
}

/**
 * Puts a base into a new folder and lets PostgreSQL go through the log as far as an instant, or to its end.
 *
 * @param folder of a new embedded database
 * @throws SetupProblem where a piece is not as it was written (exit code 2), or the log does not reach so far
 */
export async function recover(
  wal: string,
  { base, row }: Way,
  folder: string,
  until: Date | undefined,
): Promise<void> {
  const place = placeIn(folder);
  const { owner } = chooseRunner();
  await unpackBase(path.join(wal, base.name), place.database, owner);
  const log = path.join(place.database, "pg_wal");
  const into = async (name: string, write: (to: string) => Promise<void> | void) => {
    const to = path.join(log, name);
    await write(to);
    if (owner) chownSync(to, owner.uid, owner.gid);
  };
  for (const segment of row) await into(nameOfSegment(segment), (to) => unpackSegment(wal, segment, to));
  for (const name of await keptHistories(wal))
    await into(name, (to) => copyFileSync(placeOfSegment(wal, { file: name }), to));
  await into("../recovery.signal", (to) => writeFileSync(to, "", { mode: 0o600 }));
  // Stands in while nobody may connect; the empty file afterwards asks for a new password.
  writeFileSync(place.passwordFile, "none", { mode: 0o600 });
  try {
    await (await startEmbeddedPostgres({ folder, archive: true, recovery: { until } })).stop(60_000);
  } catch (error) {
    throw reachProblem(error, folder);
  }
  writeFileSync(place.passwordFile, "");
}

async function unpackSegment(wal: string, segment: KeptSegment, to: string): Promise<void> {
  const from = placeOfSegment(wal, segment);
  if ((await measure(from))?.sha256 !== segment.sha256) throw damaged(wal, segment.file);
  await pipeline(createReadStream(from), createGunzip(), createWriteStream(to, { mode: 0o600 }));
}

function reachProblem(error: unknown, folder: string): unknown {
  if (!String(error).includes("before configured recovery target was reached")) return error;
  const said = readFileSync(path.join(folder, "postgres.log"), "utf8");
  const last = [...said.matchAll(/last completed transaction was at log time (\S+ \S+)\+00/g)].at(-1)?.[1];
  const reach = last === undefined ? "" : ` Its last change was at ${last.replace(" ", "T")}Z.`;
  return new SetupProblem(
    `The log that was kept does not reach so far.${reach} Say an earlier time, or "--at last" for all of it. Nothing was changed.`,
  );
}
