import { useWords } from "#web/i18n/words.ts";
import { DELIVERY_LOOK, lookOf, StatusChip } from "#web/ui/status.tsx";
import type { DeliveryState } from "../contract/shapes.ts";
import "./words.ts";

/** The state of a delivery in the words of staff, as a stamp. */
export function StateChip({ state, strong = false }: { state: DeliveryState; strong?: boolean }) {
  const t = useWords("deliveries");
  return (
    <StatusChip {...lookOf(DELIVERY_LOOK, state)} strong={strong}>
      {t(`state.${state}`)}
    </StatusChip>
  );
}
