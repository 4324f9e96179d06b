import { sql } from "kysely";
import { peopleCounts } from "#features/accounts/server/public.ts";
import { countNotices } from "#features/notices/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { type Db, type Tx, first } from "#server/db/db.ts";
import { openBatches, percentOf } from "#server/db/migrating/batches.ts";
import type { Context } from "#server/http/route.ts";
import { countJobs } from "#server/jobs/failed-jobs.ts";
import type { Installation, Looks, RoomParts } from "#server/room.ts";
import type { Operations } from "../contract/api.ts";
import { healthOf } from "../domain/health.ts";

/** Looks of an installation of which nothing is said, as in tests of the API. */
const BLIND: Looks = {
  version: "0",
  settings: () => [],
  totalBytes: () => 0,
  reserveBytes: 0,
  backupEveryMs: 0,
  providerAnswers: () => Promise.resolve(true),
  mailAnswers: () => Promise.resolve(null),
};

type Kept = Pick<Installation, "money" | "backsUp" | "lastBackup" | "freeBytes">;
const BARE: Kept = {
  money: "none",
  backsUp: false,
  lastBackup: () => Promise.resolve(undefined),
  freeBytes: () => 0,
};

/** Looks at the parts of the installation at once, and judges them. */
export async function readOperations({ installation }: RoomParts, context: Context): Promise<Operations> {
  const { db, actor, now } = context;
  const { money, backsUp, lastBackup, freeBytes } = installation ?? BARE;
  const looks = installation?.looks ?? BLIND;
  const [jobs, [batches], server, people, webhooks, notices, last, providerAnswers, mailAnswers] =
    await Promise.all([
      countJobs(db.pool),
      openBatches(db.pool),
      readServer(db),
      db.read(actor, peopleCounts),
      db.read(actor, readWebhooks),
      db.read(actor, (tx) => countNotices(tx, now)),
      lastBackup(),
      looks.providerAnswers(),
      looks.mailAnswers(),
    ]);
  const free = freeBytes();
  const { waiting, oldest, isHalted } = webhooks;
  return {
    health: healthOf({
      freeBytes: free,
      reserveBytes: looks.reserveBytes,
      providerAnswers,
      money,
      isHalted,
      mailAnswers,
      oldestNoticeMs: ageAt(now, oldestOf(notices)),
      noticesAstray: notices.reduce((sum, { failed, unsure }) => sum + failed + unsure, 0),
      backsUp,
      backupAgeMs: ageAt(now, last),
      backupEveryMs: looks.backupEveryMs,
      failing: jobs.failing,
      givenUp: jobs.givenUp,
      webhooksWaiting: waiting,
      oldestWebhookMs: ageAt(now, oldest),
    }),
    versions: { waybill: looks.version, postgres: server.version, node: process.versions.node },
    startedAt: toIso(now - Math.round(process.uptime() * 1000)),
    upgradePercent: batches ? percentOf(batches) : null,
    jobs,
    webhooks: { waiting, oldest: isoOf(oldest) },
    notices: notices.map((one) => ({ ...one, oldest: isoOf(one.oldest) })),
    backup: { backsUp, lastGood: isoOf(last) },
    disk: { freeBytes: free, totalBytes: looks.totalBytes(), databaseBytes: server.bytes },
    people,
    settings: looks.settings().map((one) => ({ ...one })),
  };
}

const ageAt = (now: number, then: number | null | undefined) => (then == null ? null : now - then);
const isoOf = (then: number | null | undefined) => (then == null ? null : toIso(then));

const oldestOf = (notices: readonly { readonly oldest: number | null }[]): number | null =>
  notices.flatMap(({ oldest }) => oldest ?? []).toSorted((a, b) => a - b)[0] ?? null;

interface Webhooks {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly isHalted: boolean;
}

async function readWebhooks(tx: Tx): Promise<Webhooks> {
  const found = await first(
    tx,
    sql<Webhooks>`
      select count(*)::int as waiting, min(received_at) as oldest,
        exists (select from payment_gates where stopped_at is not null) as "isHalted"
      from payment_news where done_at is null`,
  );
  return found ?? { waiting: 0, oldest: null, isHalted: false };
}

async function readServer(db: Db): Promise<{ version: string; bytes: number }> {
  const found = await db.owner((tx) =>
    first(
      tx,
      sql<{ version: string; bytes: number }>`
        select split_part(current_setting('server_version'), ' ', 1) as version,
          pg_database_size(current_database()) as bytes`,
    ),
  );
  if (!found) throw new Error("a statement without its row");
  return found;
}
