import type { Board } from "#features/dispatch/contract/board.ts";
import { useReasonText } from "#features/dispatch/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { PlanOutcome } from "../../contract/plans.ts";

export interface LeftOutProps {
  board: Board;
  leftOut: PlanOutcome["leftOut"];
  onWhy: (deliveryId: string) => void;
}

/** Deliveries that nobody gets, each with the reason of the first courier and the way to all others. */
export function LeftOut({ board, leftOut, onWhy }: LeftOutProps) {
  const t = useWords("planning");
  const reasonText = useReasonText(board);
  if (leftOut.length === 0) return null;
  return (
    <section className="stack gap-3" aria-label={t("left.title")}>
      <h3 className="title">
        {t("left.title")} ({leftOut.length})
      </h3>
      <p className="quiet small">{t("left.text")}</p>
      <ul className="plan-parts">
        {leftOut.map(({ deliveryId, because }) => {
          const delivery = board.deliveries.find(({ id }) => id === deliveryId);
          const [first] = because;
          const courier = board.couriers.find(({ id }) => id === first?.courier);
          return (
            <li key={deliveryId} className="plan-part">
              <strong>
                <bdi dir="ltr">{delivery?.number}</bdi>
              </strong>{" "}
              <span className="quiet">{delivery?.dropoffLabel}</span>
              {first && courier && (
                <p className="small">
                  <bdi>{courier.name}</bdi>: {first.reasons.map(reasonText).join(" ")}
                </p>
              )}
              <Button variant="text" size="small" icon="help" onClick={() => onWhy(deliveryId)}>
                {t("why.left")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
