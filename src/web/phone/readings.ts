import { countsOf } from "#kernel/outbox/counts.ts";
import type { Kept } from "#kernel/outbox/op.ts";

/** Readings of one person's database by one page. */
export interface Readings {
  /** Takes a reading. @returns it and its turn */
  readonly take: <K extends Kept<unknown>>(kept: K) => readonly [K, number];
  /** Whether a reading may be shown: not after a newer one, which storage may answer sooner on a busy phone. */
  readonly isNews: (turn: number) => boolean;
  /** Unsent work of the deleted database; before a deletion was read, all that waits. */
  readonly lost: () => number;
}

/** A call under way while the data are deleted puts its day into the new database, which holds no unsent work. */
export function watchReadings(): Readings {
  let turns = 0;
  let shown = 0;
  let known: { readonly deviceId: string; readonly unsent: number } | undefined;
  let gone: number | undefined;

  /** Without a day it is an emptied database, whose id is another one with each reading. */
  function count({ day, meta: { deviceId }, ops, files }: Kept<unknown>): void {
    if (!day) return;
    if (known && known.deviceId !== deviceId) gone = (gone ?? 0) + known.unsent;
    const { commands, files: pictures } = countsOf({ ops, files });
    known = { deviceId, unsent: commands + pictures };
  }

  return {
    take(kept) {
      // A day never goes by itself: somebody deleted it, and the session says so soon.
      if (!kept.day && known) return [kept, 0];
      count(kept);
      turns += 1;
      return [kept, turns];
    },
    isNews(turn) {
      if (turn < shown) return false;
      shown = turn;
      return true;
    },
    lost: () => gone ?? known?.unsent ?? 0,
  };
}
