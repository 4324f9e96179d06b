import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { leastBetween, timesOf, type ClockSample, type TapTimes } from "#kernel/outbox/tap-times.ts";
import {
  deliveryIdOf,
  sharedIn,
  subjectOf,
  taskBodyOf,
  taskIdOf,
  type CashBody,
  type OtherBody,
  type ReadBody,
  type Report,
  type ShiftBody,
  type TaskBody,
} from "./report.ts";
import type { Claimed, Contradiction, FactCommand, SyncStore, SyncTx } from "./store.ts";
import {
  accepted,
  isStranger,
  later,
  proofsMissing,
  refused,
  verdictOfCarried,
  verdictOfRefused,
  type Facts,
  type Verdict,
} from "./verdict.ts";

/** A phone's call, apart from its commands. */
export interface SyncCall {
  readonly device: string;
  readonly now: Instant;
  readonly samples: readonly ClockSample[];
  /** The person is no courier any more. */
  readonly isRoleGone: boolean;
  readonly readBody: (report: Report) => ReadBody;
}

export interface Result extends Verdict {
  readonly id: string;
}

interface Given {
  readonly call: SyncCall;
  readonly report: Report;
  readonly read: ReadBody;
  readonly times: TapTimes;
}

/** A phone's clock that is wrong by more is named beside the verdict. */
const CLOCK_OFF_MS = 120_000;

/**
 * Judges the commands of a call in the order of their numbers, each in a transaction of its own. A command that must
 * wait holds up the later ones of its own delivery, and no other.
 *
 * @throws whatever the store calls out of reach: no further command was judged
 */
export async function takeIn(
  store: SyncStore,
  call: SyncCall,
  reports: readonly Report[],
): Promise<Result[]> {
  const held = new Set<string>();
  const results: Result[] = [];
  for (const report of reports.toSorted((a, b) => a.seq - b.seq)) {
    const read = call.readBody(report);
    const subject = subjectOf(read);
    const times = timesOf(report, call.samples, call.now);
    const verdict =
      subject !== null && held.has(subject)
        ? later("courier.after-another")
        : await judged(store, { call, report, read, times });
    if (verdict.verdict === "later" && subject !== null) held.add(subject);
    results.push({ id: report.id, ...verdict });
  }
  return results;
}

async function judged(store: SyncStore, given: Given): Promise<Verdict> {
  try {
    return await store.once((tx) => judgeOnce(tx, given));
  } catch (error) {
    if (store.isOutOfReach(error)) throw error;
    const isBusy = error instanceof Refusal && error.code === "http.busy";
    if (!isBusy) store.reportBug(given.report.id, error);
    return later("http.busy");
  }
}

async function judgeOnce(tx: SyncTx, given: Given): Promise<Verdict> {
  const { report, read, times } = given;
  const claimed = await tx.claim({
    report,
    times,
    deliveryId: deliveryIdOf(read),
    taskId: taskIdOf(read),
  });
  if (claimed.kind === "known") return claimed.verdict;
  if (claimed.kind === "other") return refuseOther(tx, given);
  if (claimed.isSeqReused) await tx.openException(seqReused(given));
  const verdict = flagged(given, claimed, await verdictOf(tx, given));
  await tx.keepVerdict(report.id, verdict);
  if (verdict.verdict !== "later") await tx.shareProofs(sharedIn(read));
  if (verdict.verdict === "conflict") await tx.openException(contradiction(given, "plan_conflict", verdict));
  if (verdict.verdict === "refused") await tx.openException(contradiction(given, "command_refused", verdict));
  return verdict;
}

function verdictOf(tx: SyncTx, given: Given): Promise<Verdict> | Verdict {
  const { read } = given;
  if (read.kind === "newer") return later("courier.too-new");
  if (read.kind === "malformed") return refused("courier.unreadable");
  const { body } = read;
  if (body.type === "shift") return keepShift(tx, given, body);
  if (body.type === "cash") return takeCash(tx, body);
  return body.type === "other" ? recordOther(tx, given, body) : recordFact(tx, given, body);
}

async function keepShift(tx: SyncTx, { report, times }: Given, body: ShiftBody): Promise<Verdict> {
  await tx.keepShift({ ...body, commandId: report.id, occurredAt: times.best });
  return accepted;
}

const takeCash = (tx: SyncTx, cash: CashBody): Promise<Verdict> =>
  orRefused(tx, cash.deliveryId, async () => {
    await tx.takeCash(cash);
    return accepted;
  });

const recordOther = (tx: SyncTx, { report, times }: Given, body: OtherBody): Promise<Verdict> =>
  orRefused(tx, body.deliveryId, () => tx.recordOther({ id: report.id, body, happenedAt: times.best }));

/** Verdict of work that may be refused; that of a courier whose handover is awaited waits with it. */
async function orRefused(
  tx: SyncTx,
  deliveryId: string | null,
  work: () => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "http.busy") throw error;
    if (deliveryId !== null && isStranger(error) && (await tx.isAwaited(deliveryId)))
      return later("courier.awaits-handover");
    return refused(error.code, error.facts);
  }
}

async function recordFact(tx: SyncTx, given: Given, body: TaskBody): Promise<Verdict> {
  try {
    const carried = await tx.carryOut(body.deliveryId, await factOf(tx, given, body));
    const missing = proofsMissing(carried);
    if (missing.length > 0) await tx.openException(proofMissing(given, body, missing));
    return verdictOfCarried(body, carried);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "http.busy") throw error;
    if (isStranger(error) && (await tx.isAwaited(body.deliveryId))) return later("courier.awaits-handover");
    return verdictOfRefused(body, await tx.deliveryOf(body.deliveryId), error);
  }
}

const commandOf = ({ report, times }: Given, body: TaskBody): FactCommand =>
  factIn(body, { commandId: report.id, occurredAt: times.best });

/** The fact as the rules take it: it happened, whatever came of the network since. */
export function factIn(body: TaskBody, tap: Pick<FactCommand, "commandId" | "occurredAt">): FactCommand {
  const head = { ...tap, taskId: body.taskId };
  switch (body.type) {
    case "start":
    case "arrive":
      return { type: body.type, ...head, offline: true };
    case "succeed": {
      const { proofs, deliveryId: _delivery, addressTag: _shown, ...given } = body;
      return { ...head, offline: true, ...given, ...named(proofs) };
    }
    case "fail": {
      const { type, reason, note, proofs } = body;
      return { type, ...head, offline: true, reason, note, ...named(proofs) };
    }
    case "correct": {
      const { proofs, deliveryId: _delivery, ...given } = body;
      return { ...head, ...given, ...(proofs && named(proofs)) };
    }
  }
}

/** Proofs as a command names them, with their kinds. */
const named = (proofs: Extract<TaskBody, { readonly type: "fail" }>["proofs"]) => ({
  proofIds: proofs.map(({ id }) => id),
  pictures: proofs.map(({ kind }) => kind),
});

async function factOf(tx: SyncTx, given: Given, body: TaskBody): Promise<FactCommand> {
  const command = commandOf(given, body);
  if (command.type !== "correct") return command;
  const end = await tx.endOf(body.taskId);
  if (!end) return command;
  const { report, times, call } = given;
  return { ...command, sinceOutcomeMs: leastBetween(end, { ...report, device: call.device, times }) };
}

/** Adds circumstances that a person may want to know of, and that refuse nothing. */
function flagged(
  { call, times, report }: Given,
  claimed: Extract<Claimed, { kind: "new" }>,
  verdict: Verdict,
): Verdict {
  if (verdict.verdict === "later") return verdict;
  const clockOffS = Math.round((report.wall - times.best) / 1000);
  const facts: Facts = {
    ...verdict.facts,
    ...(!claimed.maybeOnDuty && report.type !== "shift" && { offDuty: 1 }),
    ...(Math.abs(clockOffS) * 1000 > CLOCK_OFF_MS && { clockOffS }),
  };
  if (!call.isRoleGone) return { ...verdict, facts };
  const isTaken = verdict.verdict === "accepted";
  return {
    ...verdict,
    ...(isTaken && { verdict: "conflict" as const, code: "courier.role-gone" }),
    facts: { ...facts, roleGone: 1 },
  };
}

function contradiction(given: Given, kind: Contradiction["kind"], verdict: Verdict): Contradiction {
  const { report, read, times } = given;
  const body = taskBodyOf(read);
  return {
    kind,
    key: `command:${report.id}`,
    deliveryId: deliveryIdOf(read),
    taskId: taskIdOf(read),
    happenedAt: times.best,
    facts: { ...verdict.facts, code: verdict.code ?? "", type: report.type },
    command: kind === "command_refused" && body ? commandOf(given, body) : null,
  };
}

function proofMissing(given: Given, body: TaskBody, missing: readonly string[]): Contradiction {
  const facts = { missing: missing.join(",") };
  const found = contradiction(given, "proof_missing", { ...accepted, facts });
  return { ...found, key: `proof:${body.taskId}` };
}

const seqReused = (given: Given): Contradiction => ({
  ...contradiction(given, "phone_began_anew", { ...accepted, facts: { seq: given.report.seq } }),
  key: `phone:${given.call.device}:${given.report.seq}`,
});

/** The id's own verdict stands; a person sees the other text. */
async function refuseOther(tx: SyncTx, given: Given): Promise<Verdict> {
  const verdict = refused("http.idempotency-mismatch");
  const found = contradiction(given, "command_refused", verdict);
  await tx.openException({ ...found, key: `command:${given.report.id}:${given.call.device}` });
  return verdict;
}
