import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { viewsApi } from "../contract/api.ts";
import { VIEWS_REFUSALS } from "../contract/refusals.ts";
import { type Parsers, changeView, chooseDefaultView, deleteView, listViews, saveView } from "./views.ts";

/** Filters of pages under a name. @param parsers those of the pages themselves */
export const viewsRoom = (parsers: Parsers): Room => ({
  name: "views",
  routes: [
    on(viewsApi.listViews, listViews),
    on(viewsApi.saveView, saveView(parsers)),
    on(viewsApi.changeView, changeView(parsers)),
    on(viewsApi.deleteView, deleteView),
    on(viewsApi.chooseDefaultView, chooseDefaultView),
  ],
  refusals: VIEWS_REFUSALS,
});
