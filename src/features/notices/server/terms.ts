import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { type Locale, chooseLocale, wordLocale } from "#kernel/locale.ts";
import { json, rows } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { dayOf } from "../domain/quiet.ts";
import type { Template } from "../domain/template.ts";
import { type NoticeRow, lineOf } from "./notice-rows.ts";
import { type Addressee, type Scene, addressHash } from "./scene.ts";
import { ownWording } from "./templates.ts";

type Reachable = Addressee & { readonly address: string };

/** A notice that is due, with what decides about it and its wording. */
export interface DueTerms {
  readonly row: NoticeRow;
  /** Absent where no address was left. */
  readonly to: Reachable | undefined;
  readonly terms: {
    readonly isOff: boolean;
    readonly isOverLimit: boolean;
    readonly template: Template;
  };
}

interface Asked {
  readonly scene: Scene;
  readonly due: readonly NoticeRow[];
  readonly locales: readonly Locale[] | undefined;
}

interface Found {
  readonly id: string;
  readonly isOff: boolean;
  readonly ofDelivery: number;
  readonly ofDay: number;
  /** Null where the wording is Waybill's own. */
  readonly subject: string | null;
  readonly body: string | null;
}

/** Reads the terms of all notices that are due of a delivery, in one statement. */
export async function readTerms({ tx, now }: TxContext, { scene, due, locales }: Asked): Promise<DueTerms[]> {
  if (due.length === 0) return [];
  const { rules, zone, delivery } = scene;
  const language = wordLocale(chooseLocale([scene.locale], locales));
  const { start, end } = dayOf(now, zone);
  const asked = due.map((row) => ({ row, to: scene.people.find((one) => lineOf(one) === lineOf(row)) }));
  const named = asked.map(({ row: { id, notice, way }, to }) => ({
    id,
    notice,
    way,
    hash: to?.address ? addressHash(way, to.address) : null,
  }));
  const found = await rows(
    tx,
    sql<Found>`
      select t.id, w.subject, w.body,
        exists (select from notice_off f where f.org_id = app_org() and f.address_hash = t.hash) as "isOff",
        (select count(*)::int from notice n where n.org_id = app_org() and n.address_hash = t.hash
           and n.delivery_id = ${delivery.id} and n.said_at is not null) as "ofDelivery",
        (select count(*)::int from notice n where n.org_id = app_org() and n.address_hash = t.hash
           and n.said_at >= ${toIso(start)} and n.said_at < ${toIso(end)}) as "ofDay"
      from jsonb_to_recordset(${json(named)}) t (id uuid, notice text, way text, hash text)
        left join notice_template w on w.org_id = app_org() and w.notice = t.notice and w.way = t.way
          and w.language = ${language}`,
  );
  const byId = new Map(found.map((one) => [one.id, one]));
  return asked.map(({ row, to }) => {
    const one = byId.get(row.id);
    if (!one) throw new Error("a count without a row");
    const { isOff, ofDelivery, ofDay, subject, body } = one;
    const template =
      subject === null || body === null
        ? ownWording({ notice: row.notice, way: row.way, language })
        : { subject, body };
    const isOverLimit = ofDelivery >= rules.mostPerDelivery || ofDay >= rules.mostPerDay;
    return { row, to: reachable(to), terms: { isOff, isOverLimit, template } };
  });
}

const reachable = (to: Addressee | undefined): Reachable | undefined =>
  to && to.address !== null ? { ...to, address: to.address } : undefined;
