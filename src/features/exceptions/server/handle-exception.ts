import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { change } from "#server/db/change.ts";
import type { Tx } from "#server/db/db.ts";
import { keepInverse } from "#server/db/inverse.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { Exception, exceptionsApi } from "../contract/api.ts";
import { lockOpen, readWhole } from "./exception-rows.ts";
import { eventOf, writeEntry, writeOwn } from "./write-entry.ts";

/** Makes the caller the owner. @throws Refusal `exceptions.not-found`, `exceptions.closed` */
export function takeException(
  { id }: ParsedOf<typeof exceptionsApi.takeException>,
  context: Context,
): Promise<Exception> {
  return context.db.as(context.actor, async (tx) => {
    await change(tx, context, {
      type: "exception.take",
      aggregateId: id,
      body: { id },
      write: async () => {
        const about = await lockOpen(tx, id);
        keepInverse(tx, { by: "exception-owner", data: { id, ownerId: about.ownerId } });
        await sql`update exception set owner_id = ${context.actor.userId ?? null}
                  where org_id = app_org() and id = ${id}`.execute(tx);
        await writeEntry(writeContext(tx, context), id, { what: "taken" });
        return about;
      },
      event: (about) => eventOf(about, "taken"),
    });
    return readWhole(tx, context.now, id);
  });
}

/** Adds a note to the history. @throws Refusal `exceptions.not-found`, `exceptions.closed` */
export function noteException(
  { id, note }: ParsedOf<typeof exceptionsApi.noteException>,
  context: Context,
): Promise<Exception> {
  return context.db.as(context.actor, async (tx) => {
    await change(tx, context, {
      type: "exception.note",
      aggregateId: id,
      body: { id, note },
      write: async () => {
        const about = await lockOpen(tx, id);
        await writeEntry(writeContext(tx, context), id, { what: "noted", note });
        return about;
      },
      event: (about) => eventOf(about, "noted"),
    });
    return readWhole(tx, context.now, id);
  });
}

/** Gives an exception back to its owner of before, or to nobody. @throws Refusal `exceptions.not-found`, `exceptions.closed` */
export async function undoTake(
  tx: Tx,
  who: Pick<Context, "actor" | "now">,
  { id, ownerId }: { readonly id: string; readonly ownerId: string | null },
): Promise<void> {
  const about = await lockOpen(tx, id);
  await sql`update exception set owner_id = ${ownerId} where org_id = app_org() and id = ${id}`.execute(tx);
  await writeOwn(writeContext(tx, who), about, { what: "let-go" });
}
