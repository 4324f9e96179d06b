import type { Board } from "#features/dispatch/contract/board.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { RouteHue } from "#web/map/routes/route-hue.tsx";
import { routeHues } from "#web/map/routes/route-hues.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import type { Part } from "../parts.ts";
import { MovedList } from "./moved-list.tsx";

export interface PartListProps {
  board: Board;
  parts: readonly Part[];
  /** Couriers whose part is left out. */
  dropped: ReadonlySet<string>;
  onDrop: (courierId: string, isDropped: boolean) => void;
  /** A draft may still be cut; a plan that is published is only told. */
  isDraft: boolean;
  onWhy: (deliveryId: string) => void;
}

/** A plan's change, courier by courier; single parts can be left out. */
export function PartList({ board, parts, dropped, onDrop, isDraft, onWhy }: PartListProps) {
  const t = useWords("planning");
  const format = useFormat();
  const nameOf = (id: string): string => board.couriers.find((one) => one.id === id)?.name ?? "";
  const numberOf = (id: string): string => board.deliveries.find((one) => one.id === id)?.number ?? "";
  const hues = routeHues(board.couriers);
  return (
    <ul className="plan-parts">
      {parts.map(({ courierId, route, came, went, isReordered }) => {
        const courier = nameOf(courierId);
        const isOut = dropped.has(courierId);
        const first = came[0] ?? went[0];
        return (
          <li key={courierId} className={isOut ? "plan-part plan-part-out" : "plan-part"}>
            <div className="plan-part-head">
              <RouteHue hue={hues.get(courierId)} />
              {isDraft ? (
                <Checkbox
                  label={
                    <>
                      <span className="hidden-text">{t("part.take", { courier })}</span>
                      <bdi className="strong" aria-hidden="true">
                        {courier}
                      </bdi>
                    </>
                  }
                  checked={!isOut}
                  onChange={(isTaken) => onDrop(courierId, !isTaken)}
                />
              ) : (
                <bdi className="strong">{courier}</bdi>
              )}
              <span className="quiet small figure">
                {t("part.stops", {
                  n: route.after.stops.length,
                  time: format.time(route.after.end, board.timezone),
                })}
                {" · "}
                {format.distance(route.before.metres)} → {format.distance(route.after.metres)}
              </span>
            </div>
            {came.length > 0 && (
              <p className="small">
                {t("part.came", {
                  numbers: format.list(
                    came.map(({ deliveryId, from }) =>
                      from === null
                        ? numberOf(deliveryId)
                        : t("part.from", { number: numberOf(deliveryId), courier: nameOf(from) }),
                    ),
                  ),
                })}
              </p>
            )}
            {went.length > 0 && (
              <p className="small">
                {t("part.went", {
                  numbers: format.list(
                    went.map(({ deliveryId, to }) =>
                      t("part.to", { number: numberOf(deliveryId), courier: nameOf(to) }),
                    ),
                  ),
                })}
              </p>
            )}
            <MovedList board={board} came={came} />
            {isReordered && <p className="small">{t("part.reordered")}</p>}
            {first && (
              <Button variant="text" size="small" icon="help" onClick={() => onWhy(first.deliveryId)}>
                {t("why.ask")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
