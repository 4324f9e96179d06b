import type { IconName } from "#web/ui/icon.tsx";
import type { Action } from "../part-task.ts";

export const ACT_ICON: Readonly<Record<Action, IconName>> = {
  cancel: "close",
  retry: "refresh",
  hand_out: "check",
  send_back: "return",
  correct: "edit",
  to_hub: "home",
  load: "upload",
  lose: "error",
  find: "search",
  dispose: "delete",
  start: "route",
  arrive: "door",
  succeed: "check-circle",
  fail: "warning",
};

/** Acts that are likely, the likeliest first. */
export const LIKELY: readonly Action[] = [
  "retry",
  "hand_out",
  "send_back",
  "find",
  "load",
  "succeed",
  "arrive",
  "start",
  "fail",
];

/** Acts that end something for good. */
export const DANGER: ReadonlySet<string> = new Set(["cancel", "lose", "disposal", "dispose"]);
