import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { CourierDay } from "../../contract/api.ts";
import { readBody } from "../../contract/read-body.ts";
import type { SyncReply, SyncResult, syncApi } from "../../contract/sync.ts";
import type { ClockSample } from "#kernel/outbox/tap-times.ts";
import type { Report } from "../../domain/sync/report.ts";
import { takeIn } from "../../domain/sync/take-in.ts";
import { courierBehind } from "../courier-of.ts";
import { readDay } from "../read-day.ts";
import { noteDevice } from "./device-row.ts";
import { epochOf } from "./epoch.ts";
import { pgStore, type StoreParts } from "./pg-store.ts";
import type { Phone } from "./report-row.ts";

type Input = ParsedOf<typeof syncApi.sync>;

/** A phone whose commands are judged. */
export interface Judged {
  readonly phone: Phone;
  readonly samples: readonly ClockSample[];
  readonly isRoleGone: boolean;
}

interface Opened extends Judged {
  readonly epoch: string;
}

/** Judges commands of a phone, each once for ever, whoever brings them. */
export async function takeInFrom(
  parts: StoreParts,
  { phone, samples, isRoleGone }: Judged,
  commands: readonly Report[],
): Promise<SyncResult[]> {
  const { laterRoom } = parts;
  const call = {
    device: phone.device,
    now: phone.now,
    samples,
    isRoleGone,
    readBody: (report: Report) => laterRoom.read(report) ?? readBody(report),
  };
  const results = await takeIn(pgStore(parts, phone), call, commands);
  return results.map(({ id, verdict, code, facts }) => ({ id, verdict, code, facts }));
}

/**
 * Takes in what a phone recorded and answers with the courier's day.
 *
 * @throws Refusal `courier.no-courier`, `courier.epoch-changed` before anything was read
 */
export async function sync(
  parts: Omit<StoreParts, "db" | "requestId">,
  input: Input,
  context: Context,
): Promise<SyncReply> {
  const { db, now, requestId } = context;
  // Thrown after the commit: a new epoch stays, whatever the phone is answered.
  const opened = await db.as(context.actor, (tx) => openCall(tx, input, context));
  if (opened instanceof Refusal) throw opened;
  const { phone, epoch, isRoleGone } = opened;
  const results = await takeInFrom({ ...parts, db, requestId }, opened, input.commands);
  const day = isRoleGone
    ? null
    : await db.as(context.actor, (tx) => readDay(tx, phone.actor, now, parts.laterRoom));
  const dayTag = tagOf(day);
  return {
    serverNow: now,
    epoch,
    results,
    day: day !== null && dayTag === input.dayTag ? null : day,
    dayTag,
  };
}

const tagOf = (day: CourierDay | null): string => (day === null ? "" : sha256(JSON.stringify(day)));

async function openCall(tx: Tx, input: Input, { actor, now }: Context): Promise<Opened | Refusal> {
  const courier = await courierBehind(tx, actor);
  const epoch = await epochOf(tx);
  if (input.epoch !== null && input.epoch !== epoch) return new Refusal("courier.epoch-changed", { epoch });
  const phone: Phone = {
    actor: courier,
    device: input.deviceId,
    build: input.build,
    now,
  };
  const samples = await noteDevice(tx, phone, input);
  return { phone, epoch, samples, isRoleGone: actor.courierId === undefined };
}
