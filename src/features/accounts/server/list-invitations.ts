import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Instant } from "#kernel/instant.ts";
import { isUuid } from "#kernel/id.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import type { accountsApi } from "../contract/api.ts";
import type { JoinBy } from "./first-sign-in.ts";
import { invitationOf, pendingInvitations } from "./invitation-queries.ts";

const LIST = { list: "invitations" };

/** Lists invitations not yet accepted, newest first, page by page. */
export async function listInvitations(
  { cursor, limit }: ParsedOf<typeof accountsApi.listInvitations>,
  { actor, db, now }: Context,
  joinBy: JoinBy,
): Promise<ReplyOf<typeof accountsApi.listInvitations>> {
  const after = cursor === undefined ? undefined : instantKeyOf(LIST, cursor);
  const found = await db.as(actor, (tx) => pendingInvitations(tx, actor.orgId, after, limit + 1));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => invitationOf(row, now)),
    next: found.length > limit && last ? cursorOf(LIST, [last.created_at, last.id]) : null,
    joinBy,
  };
}

/** The instant and the id in a cursor. @throws BadInput when it was made for another list */
export function instantKeyOf(list: unknown, cursor: string): [Instant, string] {
  const [at, id] = keyOfCursor(list, cursor) ?? [];
  if (typeof at === "number" && typeof id === "string" && isUuid(id)) return [at, id];
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}
