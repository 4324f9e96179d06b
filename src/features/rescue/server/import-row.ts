import { sql } from "kysely";
import { couriersBySubject } from "#features/accounts/server/public.ts";
import type { ActingCourier } from "#features/courier/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { newestFirst } from "#server/db/page.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isoText } from "#server/db/iso-text.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Import, rescueApi } from "../contract/api.ts";

/** The courier whose work is brought. */
export interface Author {
  readonly courier: ActingCourier;
  /** They are no courier any more. */
  readonly isRoleGone: boolean;
}

/** A file as whoever brings it names it. */
export interface Brought {
  readonly importId: string;
  readonly subject: string;
  readonly deviceId: string;
  readonly total: { readonly commands: number; readonly pictures: number };
}

type Bringer = Pick<Context, "actor" | "scope" | "now">;

/**
 * Records who brings whose work. A courier brings their own, dispatch that of every courier of the organisation.
 *
 * @throws Refusal `rescue.unknown-courier`, `rescue.not-yours`, `rescue.other-import`
 */
export async function openImport(tx: Tx, brought: Brought, { actor, scope, now }: Bringer): Promise<Author> {
  const { importId, subject, deviceId, total } = brought;
  const [person, ...more] = await couriersBySubject(tx, subject);
  if (scope !== "org" && person?.id !== actor.userId) throw new Refusal("rescue.not-yours");
  if (!person?.courierId || more.length > 0) throw new Refusal("rescue.unknown-courier");
  const kept = await rows(
    tx,
    sql`insert into rescue_import as i (org_id, id, by_id, person_id, device_id, at, commands, pictures)
        values (app_org(), ${importId}, ${actor.userId ?? null}, ${person.id}, ${deviceId}, ${toIso(now)},
          ${total.commands}, ${total.pictures})
        on conflict (org_id, id) do update set at = i.at
          where i.by_id = excluded.by_id and i.person_id = excluded.person_id and i.device_id = excluded.device_id
        returning id`,
  );
  if (kept.length === 0) throw new Refusal("rescue.other-import", { importId });
  const isRoleGone = person.status !== "active" || !person.roles.includes("courier");
  return { courier: courierOf(actor.orgId, person.id, person.courierId, person.name), isRoleGone };
}

const courierOf = (orgId: string, userId: string, courierId: string, name: string): ActingCourier => ({
  kind: "person",
  orgId,
  roles: ["courier"],
  userId,
  courierId,
  name,
});

/** Courier and phone of an import that the actor opened. @throws Refusal `rescue.other-import` */
export async function authorOf(
  tx: Tx,
  importId: string,
  actor: Actor,
): Promise<{ readonly courier: ActingCourier; readonly device: string }> {
  const row = await first(
    tx,
    sql<{ userId: string; courierId: string | null; name: string; device: string }>`
      select p.id as "userId", p.courier_id as "courierId", p.name, i.device_id as device
      from rescue_import i join people p on p.org_id = i.org_id and p.id = i.person_id
      where i.org_id = app_org() and i.id = ${importId} and i.by_id = ${actor.userId ?? null}`,
  );
  if (!row?.courierId) throw new Refusal("rescue.other-import", { importId });
  return { courier: courierOf(actor.orgId, row.userId, row.courierId, row.name), device: row.device };
}

/** Lists imports, newest first; for a courier those of their own work. */
export async function listImports(
  asked: ParsedOf<typeof rescueApi.listImports>,
  { db, actor, scope }: Context,
): Promise<ReplyOf<typeof rescueApi.listImports>> {
  const page = newestFirst({ list: "imports", scope }, asked, ["i.at", "i.id"]);
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Import>`
      select i.id, ${isoText("i.at")} as at, b.name as by, p.name as courier, i.commands, i.pictures
      from rescue_import i
      left join people b on b.org_id = i.org_id and b.id = i.by_id
      left join people p on p.org_id = i.org_id and p.id = i.person_id
      where i.org_id = app_org() and (${scope === "org"} or i.person_id = ${actor.userId ?? null})
      ${page.rest}`,
    ),
  );
  return page.of(found, ({ at, id }) => [fromIso(at), id]);
}
