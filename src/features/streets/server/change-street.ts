import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import type { Context } from "#server/http/route.ts";
import type { StreetChange, streetsApi } from "../contract/api.ts";
import { stateOf } from "../domain/change.ts";
import { changeRows, instantOf, shownChange } from "./change-rows.ts";
import { metresOf } from "./metres.ts";

/** @throws Refusal `streets.bad-times` */
export async function changeStreet(
  streets: StreetsOfMap | undefined,
  asked: ParsedOf<typeof streetsApi.changeStreet>,
  context: Context,
): Promise<StreetChange> {
  const { actor, db, key, now } = context;
  const [from, until] = [instantOf(asked.from) ?? now, instantOf(asked.until)];
  if (until !== null && (until <= from || until <= now))
    throw new Refusal("streets.bad-times", { field: "until" });
  const { name, lines, profiles, slower, note } = asked;
  const shown = await db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "street.changed",
      aggregateId: key,
      body: asked,
      write: () => {
        keepInverse(tx, { by: "street", data: { id: key, isOut: true } });
        return sql`
          insert into street_change (org_id, id, name, lines, metres, profiles, slower, starts_at, ends_at, note, created_at)
          values (app_org(), ${key}, ${name}, ${JSON.stringify(lines)}::jsonb, ${metresOf(lines)},
            ${[...new Set(profiles)]}::text[], ${slower}, ${toIso(from)}, ${until === null ? null : toIso(until)}, ${note},
            ${toIso(now)})`.execute(tx);
      },
      event: () => eventOf("street.changed", key),
    });
    return readChange(tx, key, now);
  });
  void streets?.refresh();
  return shown;
}

/** @throws Refusal `streets.not-found`, `streets.over` */
export async function endStreetChange(
  streets: StreetsOfMap | undefined,
  { id }: ParsedOf<typeof streetsApi.endStreetChange>,
  context: Context,
): Promise<StreetChange> {
  const { actor, db, now } = context;
  const shown = await db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "street.opened",
      aggregateId: id,
      body: { id },
      write: async () => {
        const [row] = await changeRows(tx, sql`and id = ${id} for update`);
        if (!row) throw new Refusal("streets.not-found");
        if (stateOf({ from: row.startsAt, until: row.until }, now) === "over")
          throw new Refusal("streets.over");
        keepInverse(tx, { by: "street", data: { id, isOut: false } });
        await sql`update street_change set taken_out_at = ${toIso(now)} where org_id = app_org() and id = ${id}`.execute(
          tx,
        );
      },
      event: () => eventOf("street.opened", id),
    });
    return readChange(tx, id, now);
  });
  void streets?.refresh();
  return shown;
}

/** Takes a change of a street out, or back in. Whoever calls it lets the map read the changes again. */
export async function undoStreet(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  { id, isOut }: { readonly id: string; readonly isOut: boolean },
): Promise<void> {
  await sql`update street_change set taken_out_at = ${isOut ? toIso(now) : null}
    where org_id = app_org() and id = ${id}`.execute(tx);
  const event = eventOf(isOut ? "street.opened" : "street.changed", id);
  await emit(tx, actor, now, { ...event, aggregateId: id, occurredAt: now });
}

const eventOf = (type: string, id: string) => ({
  aggregate: "street-change",
  type,
  data: { changeId: id },
  audience: { staff: true as const },
});

async function readChange(tx: Tx, id: string, now: number): Promise<StreetChange> {
  const [row] = await changeRows(tx, sql`and id = ${id}`);
  if (!row) throw new Refusal("streets.not-found");
  return shownChange(row, now);
}
