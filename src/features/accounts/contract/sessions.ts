import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Nothing, PageSize, page } from "#contract/schemas.ts";

/** A session of one's own, named by what its browser says it is. */
export const Device = z.strictObject({
  id: Id,
  /** The session that asks. */
  here: z.boolean(),
  /** Names as people know them, "Chrome", "Android"; null where the browser does not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  form: z.nullable(z.enum(["phone", "tablet", "desktop"])),
  /** Its tokens are bound to a key that never leaves that browser. */
  bound: z.boolean(),
  firstSeenAt: InstantText,
  lastSeenAt: InstantText,
});
export type Device = z.output<typeof Device>;

const Ended = z.strictObject({ ended: z.int() });

export const sessionsApi = {
  listMySessions: endpoint({
    id: "listMySessions",
    method: "GET",
    path: "/api/me/sessions",
    needs: "self",
    summary: "Where this person is signed in, last used first",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(Device),
    refusals: [],
  }),
  endMySession: endpoint({
    id: "endMySession",
    method: "POST",
    path: "/api/me/sessions/:id/end",
    needs: "self",
    summary: "Sign one of one's own devices out",
    input: z.strictObject({ id: Id }),
    reply: Ended,
    refusals: ["http.not-found"],
  }),
  endThisSession: endpoint({
    id: "endThisSession",
    method: "POST",
    path: "/api/me/sessions/end-this",
    needs: "self",
    summary: "Refuse the tokens of the session that asks, because its owner signs out",
    input: Nothing,
    reply: Ended,
    refusals: [],
  }),
  endAllMySessions: endpoint({
    id: "endAllMySessions",
    method: "POST",
    path: "/api/me/sessions/end-all",
    needs: "self",
    summary: "Sign out everywhere, here too",
    input: Nothing,
    reply: Ended,
    refusals: [],
  }),
  endPersonSessions: endpoint({
    id: "endPersonSessions",
    method: "POST",
    path: "/api/people/:id/end-sessions",
    needs: "sessions:end",
    audit: "people.signed-out",
    summary: "Sign a member out everywhere, for instance after a phone was lost",
    input: z.strictObject({ id: Id }),
    reply: Ended,
    refusals: ["http.not-found"],
  }),
};
