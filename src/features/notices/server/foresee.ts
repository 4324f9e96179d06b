import { sql } from "kysely";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import type { Audience, Notice, Way } from "../domain/notices.ts";
import { dueAtOf } from "../domain/outbox.ts";
import { lineOf, noticesOf } from "./notice-rows.ts";
import { plannedOf } from "./plan.ts";
import { addressHash, readScene } from "./scene.ts";

/** A notice that an act would bring about. */
export interface ForeseenNotice {
  readonly audience: Audience;
  readonly way: Way;
  readonly notice: Notice;
  /** It says that the last one was wrong. */
  readonly corrects: boolean;
  /** Minutes that it waits, so that the act can be undone; the night comes on top. */
  readonly waitsMinutes: number;
  /** Whoever has the address switched notices off: nothing is sent. */
  readonly isOff: boolean;
}

/** Finds the notices of a delivery that would be new, and those that would hold no more, once it stands as foreseen. Delays follow the clock, no act. */
export async function foreseeNotices(
  context: TxContext,
  foreseen: DeliveryRecord,
): Promise<{ readonly told: readonly ForeseenNotice[]; readonly dropped: readonly ForeseenNotice[] }> {
  const { tx, now } = context;
  const scene = await readScene(context, foreseen.id, foreseen);
  if (!scene) return { told: [], dropped: [] };
  const all = await noticesOf(tx, foreseen.id);
  const found = scene.people.flatMap(({ address, ...one }) => {
    if (address === null) return [];
    const { audience, way } = one;
    const own = all.filter((row) => lineOf(row) === lineOf(one));
    const { add, drop } = plannedOf(scene, one, own);
    const hash = addressHash(way, address);
    const added = add.map((next) => {
      const waitsMinutes = (dueAtOf(next, now, scene.rules.undoMinutes * MINUTE_MS) - now) / MINUTE_MS;
      return { hash, isNew: true, audience, way, ...next.claim, corrects: next.corrects, waitsMinutes };
    });
    const left = own
      .filter(({ id }) => drop.includes(id))
      .map(({ notice, corrects }) => ({
        hash,
        isNew: false,
        audience,
        way,
        notice,
        corrects,
        waitsMinutes: 0,
      }));
    return [...added, ...left].filter(({ notice }) => notice !== "late");
  });
  const off = await switchedOff(
    tx,
    found.map(({ hash }) => hash),
  );
  const shown = (isNew: boolean) =>
    found
      .filter((one) => one.isNew === isNew)
      .map(({ audience, way, notice, corrects, waitsMinutes, hash }) => {
        return { audience, way, notice, corrects, waitsMinutes, isOff: off.has(hash) };
      });
  return { told: shown(true), dropped: shown(false) };
}

async function switchedOff(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{ hash: string }>`select address_hash as hash from notice_off
      where org_id = app_org() and address_hash = any (${[...hashes]})`,
  );
  return new Set(found.map(({ hash }) => hash));
}
