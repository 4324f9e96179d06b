import type { Board } from "#features/dispatch/contract/board.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PlanOutcome } from "../../contract/plans.ts";

/** Deliveries that a plan left where they were, and why. */
export function Stayed({ board, stayed }: { board: Board; stayed: NonNullable<PlanOutcome["stayed"]> }) {
  const t = useWords("planning");
  const lines = new Map(stayed.map((one) => [`${one.deliveryId} ${one.courierId}`, one]));
  if (lines.size === 0) return null;
  return (
    <section className="stack gap-2" aria-label={t("stayed.title")} data-testid="plan-stayed">
      <h3 className="title">{t("stayed.title")}</h3>
      <ul className="plan-says small">
        {[...lines].map(([key, { deliveryId, courierId, because }]) => (
          <li key={key}>
            {t(`stayed.${because}`, {
              number: board.deliveries.find(({ id }) => id === deliveryId)?.number ?? "",
              courier: board.couriers.find(({ id }) => id === courierId)?.name ?? "",
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
