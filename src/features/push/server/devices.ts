import { sql } from "kysely";
import { deviceHere } from "#features/accounts/server/public.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { PushDevice, PushDevices, pushApi } from "../contract/api.ts";
import { MOST_DEVICES } from "../domain/limits.ts";
import { mustBeCallable } from "./address.ts";
import { beginDay, endDay } from "./day.ts";
import { keysOf } from "./keys.ts";

const meIn = ({ actor }: Context): string => actor.userId ?? actor.orgId;

async function shown(tx: Tx, context: Context): Promise<PushDevices> {
  const { publicKey } = await keysOf(tx, context.now);
  const devices = await rows(
    tx,
    sql<PushDevice>`
      select id, mark, browser, system, ${isoText("made_at")} as "madeAt", ${isoText("reached_at")} as "reachedAt"
      from push_device where org_id = app_org() and person_id = ${meIn(context)} order by made_at desc, id`,
  );
  return { publicKey, devices };
}

export const listDevices = (context: Context): Promise<PushDevices> =>
  context.db.as(context.actor, (tx) => shown(tx, context));

/** Holds the devices of an organisation: one change of an address after the other. */
export const lockDevices = (tx: Tx, orgId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`push devices ${orgId}`}, 0))`.execute(tx);

/**
 * Adds the browser that calls, or takes it over from whoever used it before.
 *
 * @throws Refusal `push.address-refused`, `push.too-many`
 */
export function addDevice(
  given: ParsedOf<typeof pushApi.addPushDevice>,
  context: Context,
  allowsPrivate: boolean,
): Promise<PushDevices> {
  mustBeCallable(given, allowsPrivate);
  const { actor, now } = context;
  const { endpoint, p256dh, auth, language } = given;
  const me = meIn(context);
  const mark = sha256(endpoint);
  return context.db.as(actor, async (tx) => {
    await lockDevices(tx, actor.orgId);
    const others = await first(
      tx,
      sql<{ n: number }>`
        select count(*)::int as n from push_device
        where org_id = app_org() and person_id = ${me} and mark <> ${mark}`,
    );
    if ((others?.n ?? 0) >= MOST_DEVICES) throw new Refusal("push.too-many", { most: MOST_DEVICES });
    const here = await deviceHere(tx, actor);
    await sql`delete from push_device where org_id = app_org() and mark = ${mark} and person_id <> ${me}`.execute(
      tx,
    );
    await sql`
      insert into push_device (org_id, id, person_id, endpoint, mark, p256dh, auth, language, sign_in, browser, system, made_at)
      values (app_org(), ${newId(now)}, ${me}, ${endpoint}, ${mark}, ${p256dh}, ${auth}, ${language},
        ${json(actor.signIn ?? {})}, ${here?.browser ?? null}, ${here?.system ?? null}, ${toIso(now)})
      on conflict (org_id, mark) do update set p256dh = excluded.p256dh, auth = excluded.auth,
        language = excluded.language, sign_in = excluded.sign_in, not_before = null`.execute(tx);
    if (actor.courierId !== undefined)
      await beginDay({ tx, orgId: actor.orgId, now }, { courierId: actor.courierId, personId: me });
    return shown(tx, context);
  });
}

/** @throws Refusal `http.not-found` */
export const removeDevice = ({ id }: { readonly id: string }, context: Context): Promise<PushDevices> =>
  context.db.as(context.actor, async (tx) => {
    const removed = await rows(
      tx,
      sql<{ id: string }>`delete from push_device
        where org_id = app_org() and id = ${id} and person_id = ${meIn(context)} returning id`,
    );
    if (removed.length === 0) throw new Refusal("http.not-found");
    await endDay(tx);
    return shown(tx, context);
  });
