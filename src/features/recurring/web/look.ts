import type { Look } from "#web/ui/status.tsx";
import type { Day, RuleLine } from "../contract/api.ts";

export const RULE_LOOK: Readonly<Record<RuleLine["state"], Look>> = {
  active: { tone: "moving", icon: "refresh" },
  paused: { tone: "waiting", icon: "pause" },
  ended: { tone: "ended", icon: "close" },
};

export const DAY_LOOK: Readonly<Record<Day["state"], Look>> = {
  planned: { tone: "waiting", icon: "clock" },
  skipped: { tone: "ended", icon: "remove" },
  closed: { tone: "ended", icon: "lock" },
  made: { tone: "done", icon: "check-circle" },
  failed: { tone: "trouble", icon: "warning" },
};
