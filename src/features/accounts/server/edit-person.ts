import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { GIVEN_ROLES } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { accountsApi } from "../contract/api.ts";
import type { Person } from "../contract/people.ts";
import { endTokens } from "./end-sessions.ts";
import { forgetActor } from "./actor-cache.ts";
import { lockAdmins, lockPerson, personOf } from "./queries.ts";
import type { PersonRow } from "./queries.ts";

type Edit = ParsedOf<typeof accountsApi.editPerson>;

/**
 * Changes a membership against the version that the editor saw.
 *
 * @throws Refusal `http.not-found`, `accounts.changed-meanwhile`, `accounts.last-admin`,
 * `accounts.courier-needs-vehicle`
 */
export async function editPerson(edit: Edit, context: Context): Promise<Person> {
  const { actor, now } = context;
  const after = await context.db.as(actor, async (tx) => {
    const admins = await lockAdmins(tx);
    const before = await lockPerson(tx, edit.id);
    if (!before) throw new Refusal("http.not-found");
    const written = await change(tx, context, {
      type: "editPerson",
      aggregateId: edit.id,
      body: edit,
      write: async () => {
        check(edit, before, admins);
        const row = await write(tx, edit, before, context);
        if (before.status !== "suspended" && row.status === "suspended") await endTokens(tx, row, now);
        return row;
      },
      event: ({ status, roles, version }) => ({
        aggregate: "person",
        type: "person.edited",
        data: { personId: edit.id, status, roles: roles.join(","), version },
        audience: { staff: true },
      }),
    });
    return written ?? before;
  });
  forgetActor(after.id);
  return personOf(after);
}

function check(edit: Edit, before: PersonRow, admins: readonly string[]): void {
  if (before.version !== edit.version)
    throw new Refusal("accounts.changed-meanwhile", { version: before.version });
  const staysAdmin = edit.status === "active" && edit.roles.includes("org-admin");
  if (!staysAdmin && admins.length === 1 && admins[0] === edit.id)
    throw new Refusal("accounts.last-admin", { field: edit.status === "active" ? "roles" : "status" });
  if (edit.roles.includes("courier") && edit.vehicle === null)
    throw new Refusal("accounts.courier-needs-vehicle", { field: "vehicle" });
}

/** A courier keeps their courier id for ever: past deliveries name it. */
async function write(tx: Tx, edit: Edit, before: PersonRow, { now }: Context): Promise<PersonRow> {
  const roles = GIVEN_ROLES.filter((role) => edit.roles.includes(role));
  const { name, phone, status, vehicle } = edit;
  const courierId = before.courierId ?? (roles.includes("courier") ? newId(now) : null);
  const version = before.version + 1;
  await sql`
    update person set name = ${name}, phone = ${phone}, roles = ${roles}, status = ${status}, vehicle = ${vehicle},
      courier_id = ${courierId}, version = ${version}
    where org_id = app_org() and id = ${edit.id}`.execute(tx);
  return { ...before, name, phone, roles, status, vehicle, courierId, version };
}
