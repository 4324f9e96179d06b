import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { accountsApi } from "../contract/api.ts";
import type { JoinBy } from "./first-sign-in.ts";
import { invitationOf, pendingInvitations } from "./invitation-queries.ts";

const LIST = { list: "invitations" };

/** Lists invitations not yet accepted, newest first, page by page. */
export async function listInvitations(
  asked: ParsedOf<typeof accountsApi.listInvitations>,
  { actor, db, now }: Context,
  joinBy: JoinBy,
): Promise<ReplyOf<typeof accountsApi.listInvitations>> {
  const page = newestFirst(LIST, asked, ["created_at", "id"]);
  const found = await db.as(actor, (tx) => pendingInvitations(tx, page));
  const shown = page.of(
    found,
    (row) => [row.createdAt, row.id],
    (row) => invitationOf(row, now),
  );
  return { ...shown, joinBy };
}
