import type { Instant } from "#kernel/instant.ts";
import { type Next, isSame, nextLate, nextStage } from "./next.ts";
import { NOTICE_RULES, type Notice } from "./notices.ts";
import type { Claim, Facts } from "./stage.ts";

/**
 * States of a notice. `sending`: given to the gateway, whose answer is not known yet. `unsure`: it never will be, so the
 * notice may have arrived. `dropped`: nobody was told.
 */
export const NOTICE_STATES = ["waiting", "sending", "sent", "unsure", "failed", "dropped"] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** Causes of a dropped notice. `overtaken`: it held no more. `off`: whoever has the address wants none. */
export const DROP_CAUSES = ["overtaken", "off", "limit", "stale", "no_address"] as const;
export type DropCause = (typeof DROP_CAUSES)[number];

/** A notice to one person by one way. */
export interface Row extends Claim {
  readonly id: string;
  readonly corrects: boolean;
  readonly state: NoticeState;
  readonly why: DropCause | null;
  readonly madeAt: Instant;
  /** It is not sent before. */
  readonly dueAt: Instant;
  /** When it was first given to the gateway. */
  readonly saidAt: Instant | null;
}

/** Rows that the person has read, or may have. */
const MAY_HAVE_ARRIVED: readonly NoticeState[] = ["sending", "sent", "unsure"];
const isSaid = (row: Row): boolean => MAY_HAVE_ARRIVED.includes(row.state);

const inOrder = (a: Row, b: Row): number => (a.saidAt ?? 0) - (b.saidAt ?? 0) || (a.id < b.id ? -1 : 1);
/** Rows that were said, oldest first. */
export const saidIn = (rows: readonly Row[]): Row[] => rows.filter(isSaid).toSorted(inOrder);

/** A notice that was tried and ended without being said: it is not begun anew by itself. */
const isGivenUp = (row: Row): boolean =>
  row.state === "failed" || (row.state === "dropped" && row.why !== "overtaken");

export interface Planned {
  /** Waiting rows that hold no more. */
  readonly drop: readonly string[];
  readonly add: readonly Next[];
}

const topicOf = (notice: Notice): "late" | "stage" => (notice === "late" ? "late" : "stage");

/**
 * Brings the waiting notices of one person by one way in line with the delivery.
 *
 * @param wants whether they are told of this; corrections go to whoever was told
 */
export function planNotices(facts: Facts, rows: readonly Row[], wants: (notice: Notice) => boolean): Planned {
  const said = saidIn(rows);
  const nexts = { stage: nextStage(facts, said), late: nextLate(facts, said) };
  const waiting = rows.filter(({ state }) => state === "waiting");
  const fits = (row: Row): boolean => {
    const next = nexts[topicOf(row.notice)];
    return next !== null && isSame(next.claim, row) && next.corrects === row.corrects;
  };
  const isDone = ({ claim }: Next): boolean => {
    const last = said.findLast(({ notice }) => topicOf(notice) === topicOf(claim.notice))?.saidAt ?? 0;
    return rows.some((row) => isSame(row, claim) && isGivenUp(row) && row.madeAt >= last);
  };
  const add = [nexts.stage, nexts.late].filter(
    (next): next is Next =>
      next !== null &&
      (next.corrects || wants(next.claim.notice)) &&
      !waiting.some((row) => isSame(row, next.claim) && fits(row)) &&
      !isDone(next),
  );
  return { drop: waiting.filter((row) => !fits(row)).map(({ id }) => id), add };
}

/** Facts besides the delivery when a notice is due. */
export interface Circumstances {
  readonly now: Instant;
  /** The end of the night, where it is night; null by day. */
  readonly morning: Instant | null;
  readonly isOff: boolean;
  readonly isOverLimit: boolean;
  readonly hasAddress: boolean;
  /** The way tells twice-sent notices apart, so that one without an answer can be sent again. */
  readonly repeatsSafely: boolean;
}

export type Verdict =
  | { readonly do: "send" | "nothing" | "unsure" }
  | { readonly do: "hold"; readonly until: Instant }
  | { readonly do: "drop"; readonly why: DropCause };

/** Says what becomes of a due notice, read again against the delivery. */
export function verdictOn(row: Row, rows: readonly Row[], facts: Facts, at: Circumstances): Verdict {
  if (row.state === "sending") return again(row, rows, facts, at);
  if (row.state !== "waiting") return { do: "nothing" };
  if (!stillHolds(row, rows, facts)) return { do: "drop", why: "overtaken" };
  if (at.isOff) return { do: "drop", why: "off" };
  if (!at.hasAddress) return { do: "drop", why: "no_address" };
  if (at.now - row.madeAt > NOTICE_RULES[row.notice].freshMs) return { do: "drop", why: "stale" };
  if (at.now < row.dueAt) return { do: "hold", until: row.dueAt };
  if (at.morning !== null) return { do: "hold", until: at.morning };
  if (at.isOverLimit && !row.corrects) return { do: "drop", why: "limit" };
  return { do: "send" };
}

/** A try without an answer: said again only where it cannot arrive twice and still holds. */
const again = (row: Row, rows: readonly Row[], facts: Facts, at: Circumstances): Verdict => ({
  do: at.repeatsSafely && !at.isOff && stillHolds(row, rows, facts) ? "send" : "unsure",
});

function stillHolds(row: Row, rows: readonly Row[], facts: Facts): boolean {
  const said = saidIn(rows.filter(({ id }) => id !== row.id));
  const next = row.notice === "late" ? nextLate(facts, said) : nextStage(facts, said);
  return next !== null && isSame(next.claim, row) && next.corrects === row.corrects;
}

/** How a notice ends that the gateway refused: an earlier try of it without an answer may have arrived. */
export const stateOfRefused = (before: NoticeState): NoticeState =>
  before === "sending" ? "unsure" : "failed";

/** When a notice is due: what can be undone waits for that, corrections and the rest do not. */
export function dueAtOf({ claim, corrects }: Next, now: Instant, undoMs: number): Instant {
  return NOTICE_RULES[claim.notice].waitsForUndo && !corrects ? now + undoMs : now;
}
