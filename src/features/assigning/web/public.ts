import { loadWords } from "#web/i18n/words.ts";
import "./pages.ts";

/** The board's choice of a courier. Refusals of quotes are worded by planning. */
export async function loadAssignDialog() {
  const [{ AssignDialog }] = await Promise.all([
    import("./assign-dialog.tsx"),
    loadWords("assigning", "planning"),
  ]);
  return AssignDialog;
}
