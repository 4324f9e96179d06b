import { deleteTracks } from "#features/courier/server/public.ts";
import {
  deleteFiles,
  dropPictures,
  endedKnowing,
  picturesBefore,
} from "#features/deliveries/server/public.ts";
import type { Side } from "#features/deliveries/server/public.ts";
import { deleteMessages } from "#features/messages/server/public.ts";
import { deleteOldNotices } from "#features/notices/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { forgetBefore } from "../domain/retention.ts";
import { forgetPeople, settled } from "./forget.ts";
import { retentionOf } from "./retention-record.ts";

/** Forgotten in one transaction, so that nobody waits long for them. */
const BATCH = 200;
/** Rows deleted in one transaction. */
const ROWS = 10_000;

interface Parts {
  readonly db: Db;
  readonly dataFolder: string;
}

/** Forgets in every organisation what is older than its periods. Done twice it changes nothing. */
export async function forgetOld(parts: Parts, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(parts.db)) {
    await forgetSideOf(parts, { orgId, side: "recipient" }, now);
    await forgetSideOf(parts, { orgId, side: "sender" }, now);
    await forgetPictures(parts, orgId, now);
    for (const kind of ["tracks", "messages", "notices"] as const)
      await deleteOld(parts, { orgId, kind }, now);
  }
}

/** Deliveries that owe money are passed over until it is paid; the next page begins behind them. */
async function forgetSideOf(
  { db }: Parts,
  { orgId, side }: { readonly orgId: string; readonly side: Side },
  now: Instant,
): Promise<void> {
  for (let passed = 0, isMore = true; isMore;) {
    isMore = await db.as({ orgId }, async (tx) => {
      const before = forgetBefore(await retentionOf(tx), side, now);
      if (before === undefined) return false;
      const found = (await endedKnowing(tx, side, before, BATCH + passed)).slice(passed);
      const done = await settled(tx, found);
      await forgetPeople(tx, side, done, now);
      passed += found.length - done.length;
      return found.length === BATCH;
    });
  }
}

async function forgetPictures({ db, dataFolder }: Parts, orgId: string, now: Instant): Promise<void> {
  for (let isMore = true; isMore;) {
    const files = await db.as({ orgId }, async (tx) => {
      const before = forgetBefore(await retentionOf(tx), "pictures", now);
      return before === undefined ? [] : dropPictures(tx, await picturesBefore(tx, before, BATCH));
    });
    await db.owner((tx) => deleteFiles(tx, dataFolder, files));
    isMore = files.length === BATCH;
  }
}

/** Deletes at most so many rows that are older than a moment. @returns how many it deleted */
const DELETES = { tracks: deleteTracks, messages: deleteMessages, notices: deleteOldNotices } as const;

async function deleteOld(
  { db }: Parts,
  { orgId, kind }: { readonly orgId: string; readonly kind: keyof typeof DELETES },
  now: Instant,
): Promise<void> {
  for (let deleted = ROWS; deleted === ROWS;)
    deleted = await db.as({ orgId }, async (tx) => {
      const before = forgetBefore(await retentionOf(tx), kind, now);
      return before === undefined ? 0 : DELETES[kind](tx, before, ROWS);
    });
}
