import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import type { accountsApi } from "../contract/api.ts";
import { peopleByName, personOf } from "./queries.ts";

type Asked = ParsedOf<typeof accountsApi.listPeople>;

/** Members by name, page by page; for a dispatcher the couriers among them. */
export async function listPeople(
  input: Asked,
  context: Context,
): Promise<ReplyOf<typeof accountsApi.listPeople>> {
  const { actor, scope } = context;
  const search = input.search?.trim();
  const list = { list: "people", role: input.role, search, scope };
  const after = input.cursor === undefined ? undefined : startOf(list, input.cursor);
  const { role, limit } = input;
  const found = await context.db.as(actor, (tx) =>
    peopleByName(tx, actor.orgId, {
      role,
      search,
      after,
      limit: limit + 1,
      onlyCouriers: scope !== "org",
    }),
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(personOf),
    next: found.length > limit && last ? cursorOf(list, [last.name, last.id]) : null,
  };
}

function startOf(list: unknown, cursor: string): [string, string] {
  const [name, id] = keyOfCursor(list, cursor) ?? [];
  if (typeof name === "string" && typeof id === "string" && isUuid(id)) return [name, id];
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}
