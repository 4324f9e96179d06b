import { sql } from "kysely";
import { closeException, openException, openKeys } from "#features/exceptions/server/public.ts";
import { readDeliveries, tookPart } from "#features/deliveries/server/public.ts";
import type { Phone } from "#features/courier/server/public.ts";
import { accepted } from "#features/courier/domain/sync/verdict.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { Instant } from "#kernel/instant.ts";
import { parseParcelCode } from "#kernel/parcel-code.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { CustodyBody } from "../contract/commands.ts";

type LoadBody = Extract<CustodyBody, { type: "load_checked" }>;

interface Check {
  readonly body: LoadBody;
  readonly happenedAt: Instant;
}

/** Opens an exception for each stop with a missing parcel and for each parcel that is not the courier's; closes those of an earlier check that no longer hold. */
export async function recordLoad(tx: Tx, phone: Phone, { body, happenedAt }: Check): Promise<Verdict> {
  const { actor, now } = phone;
  const prefix = `load:${actor.courierId}:`;
  const about = {
    courierId: actor.courierId,
    happenedAt,
    openedAt: now,
    isLatest: true as const,
    command: null,
  };
  const found = [
    ...(await missingOf(tx, phone, body)).map(({ deliveryId, taskId, codes }) => ({
      ...about,
      kind: "missing_parcel" as const,
      key: `${prefix}${taskId}`,
      deliveryId,
      taskId,
      facts: { codes: codes.join(",") },
    })),
    ...(await foreignOf(tx, body)).map(({ code, deliveryId }) => ({
      ...about,
      kind: "foreign_parcel" as const,
      key: `${prefix}${code}`,
      deliveryId,
      taskId: null,
      facts: { codes: code },
    })),
  ];
  const keys = new Set(found.map(({ key }) => key));
  for (const key of await openKeys(tx, ["missing_parcel", "foreign_parcel"]))
    if (key.startsWith(prefix) && speaksOf(body, key.slice(prefix.length)) && !keys.has(key))
      await closeException(tx, key, now);
  for (const one of found) await openException(tx, one);
  const facts = { missing: body.missing.length, foreign: body.foreign.length };
  return { ...accepted, facts };
}

/** Whether this command of a check counts for the place, a task or a code. */
const speaksOf = ({ after, until }: LoadBody, place: string): boolean =>
  (after === undefined || place > after) && (until === undefined || place <= until);

/** Lines about deliveries in which the courier takes part. */
async function missingOf(tx: Tx, { actor }: Phone, { missing }: LoadBody): Promise<LoadBody["missing"]> {
  const ids = [...new Set(missing.map(({ deliveryId }) => deliveryId.toLowerCase()))];
  const known = (await readDeliveries(tx, ids)).filter((one) => tookPart(one, actor.courierId));
  return missing.flatMap(({ deliveryId, taskId, codes }) => {
    const delivery = known.find(({ id }) => id === deliveryId.toLowerCase());
    const task = delivery?.tasks.find(({ id }) => id === taskId.toLowerCase());
    return delivery && task ? [{ deliveryId: delivery.id, taskId: task.id, codes }] : [];
  });
}

interface Foreign {
  readonly code: string;
  readonly deliveryId: string | null;
}

/** Codes that are parcels' codes, each with its delivery where one bears that number. */
async function foreignOf(tx: Tx, { foreign }: LoadBody): Promise<Foreign[]> {
  const codes = [...new Set(foreign.flatMap((text) => parseParcelCode(text) ?? []))].toSorted();
  const numberOf = (code: string) => code.slice(0, code.lastIndexOf("-"));
  const known = await rows(
    tx,
    sql<{ id: string; number: string }>`select id, number from deliveries
      where org_id = app_org() and number = any (${codes.map(numberOf)})`,
  );
  return codes.map((code) => ({
    code,
    deliveryId: known.find(({ number }) => number === numberOf(code))?.id ?? null,
  }));
}
