import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { choicesMade } from "#features/choices/server/public.ts";
import { deleteFiles, dropPicturesOf } from "#features/deliveries/server/public.ts";
import { isTerminal } from "#features/deliveries/domain/state.ts";
import { noticesTold } from "#features/notices/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import {
  type Erasure,
  MOST_FOUND,
  type Person,
  type PersonExport,
  type PersonFound,
  type privacyApi,
} from "../contract/api.ts";
import { erasureById } from "./erasures.ts";
import { forgetPeople, settled } from "./forget.ts";
import { deliveriesOfPerson, type KnownDelivery } from "./known-deliveries.ts";

type Asked = ParsedOf<typeof privacyApi.findPerson>;

/** Deliveries that keep a person from being forgotten: under way, or with money open. */
async function openOf(tx: Tx, known: readonly KnownDelivery[]): Promise<number> {
  const over = known.filter(({ state }) => isTerminal(state));
  return known.length - (await settled(tx, over)).length;
}

/** Counts the deliveries that know a person. */
export const findPerson = ({ person }: Asked, { db, actor }: Context): Promise<PersonFound> =>
  db.read(actor, async (tx) => {
    const known = await deliveriesOfPerson(tx, person, MOST_FOUND + 1);
    return {
      deliveries: known.length,
      open: await openOf(tx, known),
      first: known.at(-1)?.createdAt ?? null,
      last: known[0]?.createdAt ?? null,
    };
  });

/** @throws Refusal `privacy.too-many` */
async function allOf(tx: Tx, person: Person): Promise<KnownDelivery[]> {
  const known = await deliveriesOfPerson(tx, person, MOST_FOUND + 1);
  if (known.length > MOST_FOUND) throw new Refusal("privacy.too-many", { most: MOST_FOUND });
  return known;
}

/** Everything that deliveries know about a person. @throws Refusal `privacy.too-many` */
export const exportPerson = ({ person }: Asked, { db, actor, now }: Context): Promise<PersonExport> =>
  db.read(actor, async (tx) => {
    const known = await allOf(tx, person);
    const ids = known.map(({ id }) => id);
    const notices = await noticesTold(tx, ids);
    const choices = await choicesMade(tx, ids);
    return {
      madeAt: toIso(now),
      deliveries: known.map(({ id, orderId: _order, quoteId: _quote, ...delivery }) => ({
        ...delivery,
        sides: [...delivery.sides],
        data: [...delivery.data],
        notices: notices
          .filter(({ deliveryId }) => deliveryId === id)
          .map(({ deliveryId: _id, ...notice }) => notice),
        choices: delivery.sides.includes("recipient")
          ? choices
              .filter(({ deliveryId }) => deliveryId === id)
              .map(({ deliveryId: _id, ...choice }) => choice)
          : [],
      })),
    };
  });

/**
 * Overwrites a person in all deliveries that know one, with the pictures of those they received, and notes that it was done.
 *
 * @throws Refusal `privacy.still-open`, `privacy.other-count`, `privacy.too-many`
 */
export function erasePerson(dataFolder: string) {
  return async (input: ParsedOf<typeof privacyApi.erasePerson>, context: Context): Promise<Erasure> => {
    const { db, actor } = context;
    const files: string[] = [];
    const erasure = await db.as(actor, async (tx) => {
      await change(tx, context, {
        type: "erasePerson",
        aggregateId: actor.orgId,
        // The command keeps a hash of its body for ever: a number could be found by it.
        body: { deliveries: input.deliveries },
        write: () => erase(tx, input, { ...context, files }),
        event: (data) => ({ aggregate: "erasure", type: "person.erased", data, audience: { staff: true } }),
      });
      return erasureById(tx, context.key);
    });
    if (files.length > 0) await db.owner((tx) => deleteFiles(tx, dataFolder, files));
    return erasure;
  };
}

async function erase(
  tx: Tx,
  { person, deliveries: seen }: ParsedOf<typeof privacyApi.erasePerson>,
  { actor, now, key, files }: Context & { readonly files: string[] },
) {
  const known = await allOf(tx, person);
  if (known.length !== seen) throw new Refusal("privacy.other-count", { count: known.length });
  const open = await openOf(tx, known);
  if (open > 0) throw new Refusal("privacy.still-open", { count: open });
  const received = known.filter(({ sides }) => sides.includes("recipient"));
  await forgetPeople(tx, "recipient", received, now);
  await forgetPeople(
    tx,
    "sender",
    known.filter(({ sides }) => sides.includes("sender")),
    now,
  );
  files.push(
    ...(await dropPicturesOf(
      tx,
      received.map(({ id }) => id),
    )),
  );
  const salt = randomUUID();
  const value = "phone" in person ? person.phone : person.email.toLowerCase();
  const row = await first(
    tx,
    sql<{ readonly deliveries: number; readonly pictures: number }>`
      insert into erasure (org_id, id, salt, person_hash, deliveries, pictures, erased_at, erased_by, erased_by_name)
      values (app_org(), ${key}, ${salt}, ${sha256(`${salt} ${value}`)}, ${known.length}, ${files.length},
        ${toIso(now)}, ${actor.userId ?? null}, ${actor.name ?? null})
      returning deliveries, pictures`,
  );
  if (!row) throw new Error("an erasure vanished");
  return row;
}
