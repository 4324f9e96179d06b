export { DaysSearch, ListSearch } from "./list-search.ts";
export { RecurringListPage } from "./recurring-list-page.tsx";
export { RecurringPage } from "./recurring-page.tsx";
