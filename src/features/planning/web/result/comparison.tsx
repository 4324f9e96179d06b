import type { Board } from "#features/dispatch/contract/board.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PlanOutcome } from "../../contract/plans.ts";
import { holdersIn } from "../parts.ts";

const SHOWN = 20;

/** Deliveries to which two plans give another courier. */
export function Comparison({ board, here, there }: { board: Board; here: PlanOutcome; there: PlanOutcome }) {
  const t = useWords("planning");
  const [mine, others] = [holdersIn(here), holdersIn(there)];
  const nameOf = (id: string | null | undefined): string =>
    board.couriers.find((courier) => courier.id === id)?.name ?? t("compare.nobody");
  const differing = [...mine].filter(([id, courier]) => (others.get(id) ?? null) !== courier);
  return (
    <section className="stack gap-2" aria-label={t("compare.title")} data-testid="plan-comparison">
      <h3 className="title">{t("compare.title")}</h3>
      {differing.length === 0 ? (
        <p>{t("compare.same")}</p>
      ) : (
        <ul className="plan-says small">
          {differing.slice(0, SHOWN).map(([id, courier]) => (
            <li key={id}>
              {t("compare.line", {
                number: board.deliveries.find((one) => one.id === id)?.number ?? "",
                here: nameOf(courier),
                there: nameOf(others.get(id)),
              })}
            </li>
          ))}
          {differing.length > SHOWN && <li>{t("compare.more", { n: differing.length - SHOWN })}</li>}
        </ul>
      )}
    </section>
  );
}
