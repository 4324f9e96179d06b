import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { Guard } from "../guards.ts";
import { playShift, type ShiftReport } from "../run.ts";
import { makeTruth } from "../truth.ts";
import { makeWorld } from "../world.ts";
import { startWirePostgres, type WireDatabase, type WirePostgres } from "./database.ts";
import { openOrganisation } from "./organisation.ts";
import { makeWireServer } from "./server.ts";

/** Shifts over HTTP on a real PostgreSQL, an organisation of its own for each seed. */
export interface WireShifts {
  /** Plays the seeds one after the other on each database. */
  run(
    seeds: Iterable<number>,
    tell: (report: ShiftReport) => void,
    without?: readonly Guard[],
  ): Promise<void>;
  close(): Promise<void>;
}

/** Every call costs milliseconds here: a shift is shorter than in memory, and as full of faults. */
const HOURS = 1;

/** @param lanes databases that are at work at the same time: a call waits more than it works */
export async function openWireShifts(lanes: number, postgres?: WirePostgres): Promise<WireShifts> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "waybill-shifts-"));
  const source = postgres ?? (await startWirePostgres());
  const databases: WireDatabase[] = [];
  for (let lane = 0; lane < lanes; lane += 1) databases.push(await source.open());
  const drawn = sharp({ create: { width: 16, height: 16, channels: 3, background: "#a33" } });
  const photo = await drawn.jpeg().toBuffer();
  // Bytes behind a picture's end are part of its hash and of no pixel.
  const draw = (id: string): Uint8Array => Buffer.concat([photo, Buffer.from(id)]);

  async function play(seed: number, database: WireDatabase, without: readonly Guard[]): Promise<ShiftReport> {
    const world = makeWorld(seed, without, HOURS);
    const truth = makeTruth();
    const former = new Set<string>();
    const org = await openOrganisation(world, { db: database.db, dataFolder, former });
    try {
      const server = makeWireServer({ world, truth, database, org, former });
      return await playShift(seed, { world, truth, server, draw });
    } finally {
      await org.close();
    }
  }

  return {
    async run(seeds, tell, without = []) {
      const left = seeds[Symbol.iterator]();
      const work = async (database: WireDatabase): Promise<void> => {
        for (let next = left.next(); next.done !== true; next = left.next())
          tell(await play(next.value, database, without));
      };
      await Promise.all(databases.map(work));
    },
    async close() {
      for (const database of databases) await database.close();
      await source.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
