import { sql } from "kysely";
import { performance } from "node:perf_hooks";
import type { Actor } from "#kernel/actor.ts";
import { advance } from "#kernel/machine.ts";
import { atMost, type Turns } from "#server/at-most.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import { IMPORT_MACHINE, type ImportState, type RowState } from "../domain/import-lifecycle.ts";
import { type Checker, checkRow, keyOf } from "./check-row.ts";
import { addWork, WORK_JOB } from "./commands.ts";
import { forgetImports } from "./forget-imports.ts";
import { type ImportFile, lockImport, readFileOf, writeState } from "./import-record.ts";
import { importRow } from "./import-row.ts";
import { knownKeys, type RowResult, rowsWhere, type StoredRow, writeResults } from "./import-rows.ts";
import { openChecker } from "./open-checker.ts";
import { ownFault } from "./own-fault.ts";
import { ownCall, type RoomContext, systemOf } from "./room-context.ts";
import { tellImport } from "./tell.ts";
import { undoRow } from "./undo-row.ts";
import { withKeys } from "./with-keys.ts";

/** How long and how much a job works at once. */
interface Pace {
  /** Milliseconds of one turn of the job: a server that stops waits for no longer, and other jobs get their turn. */
  readonly turnMs: number;
  /** Rows that are read together. */
  readonly chunk: number;
}
const PACE: Pace = { turnMs: 3_000, chunk: 40 };
/** Seconds for which a worker has an import alone; renewed with each group of rows. */
const LEASE_S = 30;
const LEASE = sql`clock_timestamp() + ${LEASE_S} * interval '1 second'`;
/** Rows under way at once, of all imports together; the pool has ten connections for everybody. */
const AT_ONCE = 3;

/** One turn of work on an import. */
interface Turn {
  readonly room: RoomContext;
  readonly file: ImportFile;
  readonly chunk: number;
  readonly turns: Turns;
}

/** Jobs that check, import and undo rows. */
export function importJobs(room: RoomContext, { turnMs, chunk }: Pace = PACE): RoomJobs {
  const system = systemOf(room.orgId);
  const turns = atMost(AT_ONCE);
  return {
    jobs: {
      [WORK_JOB]: async ({ id }) => {
        const file = await room.db.as(system, (tx) => takeLease(tx, String(id)));
        if (file) await workOn({ room, file, chunk, turns }, turnMs);
      },
      /** Goes on with imports whose worker is gone, e.g. with its process. */
      resumeImports: () =>
        room.db.as(system, async (tx) => {
          const left = await rows(
            tx,
            sql<{ id: string }>`
              select id from import_file where org_id = app_org() and state in ('checking', 'importing', 'undoing')
                and (worked_until is null or worked_until < clock_timestamp())`,
          );
          for (const { id } of left) await addWork(tx, room.orgId, id);
        }),
      forgetImports: () => room.db.as(system, (tx) => forgetImports(tx, room.clock())),
    },
    every: { resumeImports: 1, forgetImports: "nightly" },
  };
}

/** Works on an import for one turn, one chunk at least, and queues the next where rows are left. */
async function workOn(turn: Turn, turnMs: number): Promise<void> {
  const { room, file } = turn;
  const until = performance.now() + turnMs;
  const chunk = await chunkOf(turn);
  let goesOn = true;
  do goesOn = await chunk();
  while (goesOn && performance.now() < until);
  if (!goesOn) return;
  await room.db.as(systemOf(room.orgId), async (tx) => {
    if (!(await lockStep(tx, file))) return;
    await sql`update import_file set worked_until = null where org_id = app_org() and id = ${file.id}`.execute(
      tx,
    );
    await addWork(tx, room.orgId, file.id);
  });
}

/** Holds an import that is still at the step of the work. @returns false where it has moved on */
async function lockStep(tx: Tx, { id, state, run }: ImportFile): Promise<boolean> {
  const now = await lockImport(tx, id);
  return now.state === state && now.run === run;
}

/** Two workers never have one import: the second finds the lease of the first. */
async function takeLease(tx: Tx, id: string): Promise<ImportFile | undefined> {
  const taken = await first(
    tx,
    sql`update import_file set worked_until = ${LEASE}
        where org_id = app_org() and id = ${id} and state in ('checking', 'importing', 'undoing')
          and (worked_until is null or worked_until < clock_timestamp()) returning id`,
  );
  return taken === undefined ? undefined : readFileOf(tx, id);
}

/** Does a part of the work. @returns whether there is more */
type Chunk = () => Promise<boolean>;

async function chunkOf(turn: Turn): Promise<Chunk> {
  const { room, file } = turn;
  const { confirmedBy, confirmedName, state, id: importId } = file;
  const person: Actor =
    confirmedBy === null
      ? systemOf(room.orgId)
      : { kind: "person", orgId: room.orgId, userId: confirmedBy, roles: [], name: confirmedName ?? "" };
  if (state === "importing") {
    const work = (row: StoredRow) => importRow(room, ownCall(room, person), { file, row });
    return () => eachRow(turn, { from: "ready", work, ends: "finished" });
  }
  if (state === "undoing") {
    const work = (row: StoredRow) => undoRow(room, ownCall(room, person), { importId, row });
    return () => eachRow(turn, { from: "imported", work, ends: "undone" });
  }
  const checker = await openChecker(room, file, ownCall(room, systemOf(room.orgId)));
  return () => checkChunk(turn, checker);
}

interface Work {
  /** State of the rows to work on; none of them is in it afterwards. */
  readonly from: RowState;
  readonly work: (row: StoredRow) => Promise<void>;
  /** Command at the end of all rows. */
  readonly ends: "finished" | "undone";
}

async function eachRow(turn: Turn, { from, work, ends }: Work): Promise<boolean> {
  const { room, file, chunk } = turn;
  const call = ownCall(room, systemOf(room.orgId));
  const found = await call.db.read(call.actor, (tx) => rowsWhere(tx, file.id, sql`r.state = ${from}`, chunk));
  if (!(await inGroups(turn, found, work))) return false;
  return call.db.as(call.actor, (tx) =>
    goOn(tx, call, { file, ends: found.length < chunk ? ends : undefined }),
  );
}

/** Works on the rows, some at a time, and renews the lease behind each group. @returns false where the import moved on */
async function inGroups(
  { room, file, turns }: Turn,
  found: readonly StoredRow[],
  work: (row: StoredRow) => Promise<void>,
): Promise<boolean> {
  for (let at = 0; at < found.length; at += AT_ONCE) {
    await Promise.all(found.slice(at, at + AT_ONCE).map((row) => turns.run(() => work(row))));
    const isHeld = await room.db.as(systemOf(room.orgId), (tx) => renewLease(tx, file));
    if (!isHeld) return false;
  }
  return true;
}

const renewLease = async (tx: Tx, { id, state, run }: ImportFile): Promise<boolean> =>
  (await first(
    tx,
    sql`update import_file set worked_until = ${LEASE}
        where org_id = app_org() and id = ${id} and state = ${state} and run = ${run} returning id`,
  )) !== undefined;

/** Renews the lease, or ends the step. @returns whether the same step goes on */
async function goOn(
  tx: Tx,
  call: Context,
  { file, ends }: { readonly file: ImportFile; readonly ends: "checked" | "finished" | "undone" | undefined },
): Promise<boolean> {
  const { id, state } = file;
  if (!(await lockStep(tx, file))) return false;
  const next: ImportState = ends === undefined ? state : advance(IMPORT_MACHINE, state, ends);
  await writeState(tx, id, next);
  await sql`update import_file set worked_until = ${ends === undefined ? LEASE : sql`null`}
            where org_id = app_org() and id = ${id}`.execute(tx);
  await tellImport(tx, call, { id, state: next });
  return ends === undefined;
}

async function checkChunk(turn: Turn, checker: Checker): Promise<boolean> {
  const { room, file, chunk } = turn;
  const call = ownCall(room, systemOf(room.orgId));
  const found = await call.db.read(call.actor, (tx) => rowsWhere(tx, file.id, sql`r.state = 'new'`, chunk));
  // Rows of an earlier file need no place and no price.
  const keys = new Map(found.map((row) => [row, keyOf(checker, row)]));
  const known = await call.db.read(call.actor, (tx) => knownKeys(tx, [...keys.values()]));
  const results: RowResult[] = [];
  const isHeld = await inGroups(turn, found, async (row) => {
    const rowKey = keys.get(row) ?? "";
    results.push(
      known.has(rowKey)
        ? resultless(row, rowKey, "known")
        : await checkOrMark(room, checker, { row, rowKey }),
    );
  });
  if (!isHeld) return false;
  return call.db.as(call.actor, async (tx) => {
    if (!(await lockStep(tx, file))) return false;
    await writeResults(tx, file.id, await withKeys(tx, file.id, results), ["new"]);
    return goOn(tx, call, { file, ends: found.length < chunk ? "checked" : undefined });
  });
}

const resultless = ({ no }: StoredRow, rowKey: string, state: "known" | "faulty"): RowResult => ({
  no,
  state,
  faults: [],
  rowKey,
  entry: null,
  total: null,
});

async function checkOrMark(
  room: RoomContext,
  checker: Checker,
  { row, rowKey }: { readonly row: StoredRow; readonly rowKey: string },
): Promise<RowResult> {
  try {
    return await checkRow(checker, row);
  } catch (error) {
    return { ...resultless(row, rowKey, "faulty"), faults: [ownFault(room, error, row.no)] };
  }
}
