import "./words.ts";
import { useWords } from "#web/i18n/words.ts";
import { Badge } from "#web/ui/status.tsx";
import type { BlockingProblem } from "../contract/payment-problems.ts";

export function MoneyBadge({ code }: { readonly code: BlockingProblem }) {
  const t = useWords("payments");
  const words = {
    "hold.expiring": t("badge.hold-expiring"),
    "hold.lost": t("badge.hold-lost"),
    "capture.failed": t("badge.capture-failed"),
  } as const satisfies Record<BlockingProblem, string>;
  return <Badge tone="trouble">{words[code]}</Badge>;
}
