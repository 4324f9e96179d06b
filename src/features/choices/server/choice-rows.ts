import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { CHOICE_KINDS, type MadeChoice, replaces } from "../domain/choice.ts";

/** Choices of a delivery, newest first. */
export const choicesOf = (tx: Tx, deliveryId: string): Promise<MadeChoice[]> =>
  rows(
    tx,
    sql<MadeChoice>`
      select id, choice, task_id as "taskId", changes, steps, lost, chosen_at as "chosenAt",
        taken_back_at as "takenBackAt", replaced_by as "replacedBy"
      from recipient_choice where org_id = app_org() and delivery_id = ${deliveryId} order by nth desc limit 20`,
  );

/** How many were made within the last hour. */
export async function choicesSince(tx: Tx, deliveryId: string, now: Instant): Promise<number> {
  const row = await first(
    tx,
    sql<{ n: number }>`select count(*)::int as n from recipient_choice
      where org_id = app_org() and delivery_id = ${deliveryId} and chosen_at > ${toIso(now - HOUR_MS)}`,
  );
  return row?.n ?? 0;
}

/** Keeps a choice that was carried out, in the place of those that it replaces. @param deliveryId locked */
export async function keepChoice(tx: Tx, deliveryId: string, made: MadeChoice): Promise<void> {
  const { id, choice, taskId, changes, steps, lost, chosenAt } = made;
  const kinds = CHOICE_KINDS.filter((kind) => replaces(choice.kind, kind));
  await sql`
    update recipient_choice set replaced_by = ${id}
    where org_id = app_org() and delivery_id = ${deliveryId} and taken_back_at is null and replaced_by is null
      and choice ->> 'kind' = any (${kinds}::text[])`.execute(tx);
  await sql`
    insert into recipient_choice (org_id, id, delivery_id, nth, choice, task_id, changes, steps, lost, chosen_at)
    select app_org(), ${id}, ${deliveryId},
      coalesce((select max(nth) from recipient_choice where org_id = app_org() and delivery_id = ${deliveryId}), 0) + 1,
      ${json(choice)}, ${taskId}, ${json(changes)}, ${json(steps)}, ${lost && json(lost)}, ${toIso(chosenAt)}`.execute(
    tx,
  );
}

interface TakenBack {
  readonly id: string;
  /** Ids of the choices that hold again. */
  readonly again: readonly string[];
}

/** Notes that a choice was taken back. */
export async function noteTakenBack(tx: Tx, { id, again }: TakenBack, now: Instant): Promise<void> {
  await sql`update recipient_choice set taken_back_at = ${toIso(now)} where org_id = app_org() and id = ${id}`.execute(
    tx,
  );
  await sql`update recipient_choice set replaced_by = null
            where org_id = app_org() and replaced_by = ${id} and id = any (${[...again]}::uuid[])`.execute(
    tx,
  );
}
