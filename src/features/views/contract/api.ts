import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Nothing } from "#contract/schemas.ts";
import { VIEW_PAGES, VIEW_TEXTS } from "../domain/canonical.ts";

const Page = z.enum(VIEW_PAGES);
const ViewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(VIEW_TEXTS.name));
const Query = z.string().check(z.maxLength(VIEW_TEXTS.query));

const View = z.strictObject({
  id: Id,
  name: z.string(),
  /** Search of the page's address, without a question mark. */
  query: z.string(),
  shared: z.boolean(),
  /** Name of its owner; null for the reader's own. */
  owner: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** The reader may end it. */
  mayDelete: z.boolean(),
});
export type View = z.output<typeof View>;

const Views = z.strictObject({ views: z.array(View) });

export const viewsApi = {
  listViews: endpoint({
    id: "listViews",
    method: "GET",
    path: "/api/views",
    needs: "view:keep",
    summary: "The caller's views of a page and those that are shared, by name",
    input: z.strictObject({ page: Page }),
    reply: Views,
    refusals: [],
  }),
  saveView: endpoint({
    id: "saveView",
    method: "POST",
    path: "/api/views",
    needs: "view:keep",
    summary: "Keep a filter of a page under a name",
    input: z.strictObject({ page: Page, name: ViewName, query: Query, shared: z.boolean() }),
    reply: Views,
    refusals: ["views.bad-query", "views.name-taken", "views.too-many"],
  }),
  changeView: endpoint({
    id: "changeView",
    method: "PUT",
    path: "/api/views/:id",
    needs: "view:keep",
    summary: "Rename one's own view, share it, or give it another filter",
    input: z.strictObject({ id: Id, name: ViewName, query: Query, shared: z.boolean() }),
    reply: Views,
    refusals: ["views.not-found", "views.bad-query", "views.name-taken", "views.too-many"],
  }),
  deleteView: endpoint({
    id: "deleteView",
    method: "POST",
    path: "/api/views/:id/delete",
    needs: "view:keep",
    summary: "End one's own view; administrators also one that is shared",
    input: z.strictObject({ id: Id }),
    reply: Nothing,
    refusals: ["views.not-found"],
  }),
  chooseDefaultView: endpoint({
    id: "chooseDefaultView",
    method: "PUT",
    path: "/api/default-view",
    needs: "view:keep",
    summary: "Choose the view with which the caller's page opens, or none",
    input: z.strictObject({ page: Page, id: z.nullable(Id) }),
    reply: Views,
    refusals: ["views.not-found"],
  }),
};
