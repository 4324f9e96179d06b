export { NewSearch } from "./list-search.ts";
export { RecurringEditPage } from "./recurring-edit-page.tsx";
export { RecurringNewPage } from "./recurring-new-page.tsx";
