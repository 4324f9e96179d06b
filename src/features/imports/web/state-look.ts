import type { Look } from "#web/ui/status.tsx";
import type { ImportRow } from "../contract/api.ts";
import type { ImportState } from "../domain/import-lifecycle.ts";

export const IMPORT_LOOK: Readonly<Record<ImportState, Look>> = {
  columns: { tone: "waiting", icon: "list" },
  checking: { tone: "moving", icon: "search" },
  checked: { tone: "near", icon: "check" },
  importing: { tone: "moving", icon: "upload" },
  cancelled: { tone: "ended", icon: "pause" },
  done: { tone: "done", icon: "check-circle" },
  undoing: { tone: "moving", icon: "undo" },
  undone: { tone: "back", icon: "undo" },
};

export const ROW_LOOK: Readonly<Record<ImportRow["state"], Look>> = {
  new: { tone: "waiting", icon: "clock" },
  ready: { tone: "near", icon: "check" },
  faulty: { tone: "trouble", icon: "warning" },
  known: { tone: "ended", icon: "copy" },
  imported: { tone: "done", icon: "check-circle" },
  undone: { tone: "back", icon: "undo" },
  kept: { tone: "done", icon: "truck" },
};
