import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Actor, SignIn } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { accountsApi } from "../contract/api.ts";
import type { Device } from "../contract/sessions.ts";
import { markOf } from "./sightings.ts";

interface Row {
  readonly id: string;
  readonly mark: string;
  readonly hasSid: boolean;
  readonly browser: string | null;
  readonly system: string | null;
  readonly form: Device["form"];
  readonly bound: boolean;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
}

const LIST = { list: "my-sessions" };

/** Lists the caller's sessions, last used first, page by page. */
export async function listMySessions(
  asked: ParsedOf<typeof accountsApi.listMySessions>,
  { actor, db }: Context,
): Promise<ReplyOf<typeof accountsApi.listMySessions>> {
  const page = newestFirst(LIST, asked, ["last_seen_at", "id"]);
  const found = await db.as(actor, (tx) =>
    rows(
      tx,
      sql<Row>`
        select id, mark, has_sid as "hasSid", browser, system, form, bound, first_seen_at as "firstSeenAt",
          last_seen_at as "lastSeenAt"
        from person_session
        where org_id = app_org() and person_id = ${actor.userId ?? null} and ended_at is null ${page.rest}`,
    ),
  );
  return page.of(
    found,
    (row) => [row.lastSeenAt, row.id],
    (row) => deviceOfRow(row, actor.signIn),
  );
}

const deviceOfRow = (row: Row, signIn: SignIn | undefined): Device => ({
  id: row.id,
  here: isOf(row, signIn),
  browser: row.browser,
  system: row.system,
  form: row.form,
  bound: row.bound,
  firstSeenAt: toIso(row.firstSeenAt),
  lastSeenAt: toIso(row.lastSeenAt),
});

/** Whether a call of this sign-in belongs to the row. */
const isOf = ({ mark, hasSid }: Row, signIn: SignIn | undefined): boolean =>
  signIn?.sid === undefined
    ? signIn !== undefined && !hasSid
    : mark === markOf({ issuer: signIn.issuer, sessionId: signIn.sid });

/** Names of the browser that a sign-in came with, as it was last seen. */
export const deviceHere = (
  tx: Tx,
  { userId, signIn }: Pick<Actor, "userId" | "signIn">,
): Promise<Pick<Device, "browser" | "system"> | undefined> =>
  first(
    tx,
    sql<Pick<Device, "browser" | "system">>`
      select browser, system from person_session
      where org_id = app_org() and person_id = ${userId ?? null} and issuer = ${signIn?.issuer ?? ""}
        and ${signIn?.sid === undefined ? sql`not has_sid` : sql`mark = ${markOf({ issuer: signIn.issuer, sessionId: signIn.sid })}`}
      order by last_seen_at desc limit 1`,
  );
