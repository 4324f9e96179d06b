import type { RefusalTable } from "#contract/problem.ts";

export const VIEWS_REFUSALS = {
  "views.not-found": [404, "There is no such view, or it is not yours to change.", "go-back"],
  "views.bad-query": [422, "The page does not know this filter.", "mend"],
  "views.name-taken": [409, "You have a view of this name already.", "mend"],
  "views.too-many": [409, "There are as many views as a page holds; delete one first.", "mend"],
} as const satisfies RefusalTable;
