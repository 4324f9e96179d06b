import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { pageBy } from "#server/db/page.ts";
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
  const { role } = input;
  const list = { list: "people", role, search, scope };
  const page = pageBy(list, input, { column: "name", id: "id", type: "text", direction: "asc" });
  const found = await context.db.as(actor, (tx) =>
    peopleByName(tx, { role, search, page, onlyCouriers: scope !== "org" }),
  );
  return page.of(found, (row) => [row.name, row.id], personOf);
}
