import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Email, Id, Locale, Name, Nothing, PageSize, page } from "#contract/schemas.ts";
import { invitationsApi } from "./invitations.ts";
import { Person, PersonEdit, RoleName } from "./people.ts";
import { sessionsApi } from "./sessions.ts";

export const Me = z.strictObject({
  id: Id,
  name: Name,
  email: z.nullable(Email),
  locale: z.nullable(Locale),
  roles: z.array(RoleName),
  courierId: z.nullable(Id),
  org: z.strictObject({ id: Id, name: z.string(), currency: z.string(), timezone: z.string() }),
});
export type Me = z.output<typeof Me>;

export const accountsApi = {
  ...sessionsApi,
  ...invitationsApi,
  me: endpoint({
    id: "me",
    method: "GET",
    path: "/api/me",
    needs: "self",
    summary: "Who is signed in, in which organisation, with which roles",
    input: Nothing,
    reply: Me,
    refusals: [],
  }),
  chooseLocale: endpoint({
    id: "chooseLocale",
    method: "PUT",
    path: "/api/me/locale",
    needs: "self",
    summary: "Remember the language that this person reads",
    input: z.strictObject({ locale: Locale }),
    reply: Me,
    refusals: [],
  }),
  listPeople: endpoint({
    id: "listPeople",
    method: "GET",
    path: "/api/people",
    needs: "people:read",
    summary: "The members of the organisation, by name",
    input: z.strictObject({
      role: z.optional(RoleName),
      search: z.optional(z.string().check(z.maxLength(120))),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Person),
    refusals: [],
  }),
  editPerson: endpoint({
    id: "editPerson",
    method: "PUT",
    path: "/api/people/:id",
    needs: "people:edit",
    audit: "people.changed",
    summary: "Change a member's name, phone, roles, status or vehicle",
    input: PersonEdit,
    reply: Person,
    refusals: [
      "http.not-found",
      "accounts.changed-meanwhile",
      "accounts.last-admin",
      "accounts.courier-needs-vehicle",
    ],
  }),
};
