import type { Board } from "#features/dispatch/contract/board.ts";
import { useReasonText } from "#features/dispatch/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { MoveReason } from "../../contract/plans.ts";
import type { Part } from "../parts.ts";

/** Metres from which on a way is said: fewer are shown as none. */
const WORTH_M = 10;

interface MovedListProps {
  readonly board: Board;
  readonly came: Part["came"];
}

/** Why each delivery that another courier had came to this one. */
export function MovedList({ board, came }: MovedListProps) {
  const t = useWords("planning");
  const moved = came.flatMap(({ deliveryId, from, because }) =>
    from !== null && because ? [{ deliveryId, from, because }] : [],
  );
  if (moved.length === 0) return null;
  return (
    <ul className="plan-moved small" aria-label={t("moved.title")}>
      {moved.map((move) => (
        <li key={move.deliveryId}>
          <Reason board={board} {...move} />
        </li>
      ))}
    </ul>
  );
}

interface ReasonProps {
  readonly board: Board;
  readonly deliveryId: string;
  readonly from: string;
  readonly because: MoveReason;
}

const nameOf = ({ couriers }: Board, id: string): string =>
  isolated(couriers.find((one) => one.id === id)?.name ?? "");

function Reason({ board, deliveryId, from, because }: ReasonProps) {
  const t = useWords("planning");
  const format = useFormat();
  const reasonText = useReasonText(board, deliveryId);
  const numberOf = (id: string): string =>
    isolated(board.deliveries.find((one) => one.id === id)?.number ?? "");
  const number = numberOf(deliveryId);
  const courier = nameOf(board, from);
  switch (because.kind) {
    case "open":
      return null;
    case "skill":
      return t("moved.skill", { number, courier, skill: isolated(because.skill) });
    case "cannot":
      return t("moved.cannot", { number, courier, reason: because.reasons.map(reasonText).join(" ") });
    case "late": {
      const time = format.duration(because.by);
      return because.deliveryId === deliveryId
        ? t("moved.late", { number, courier, time })
        : t("moved.late-other", { number, courier, time, other: numberOf(because.deliveryId) });
    }
    case "saves":
      return t(because.metres < WORTH_M ? "moved.saves-time" : "moved.saves", {
        number,
        courier,
        time: format.duration(because.seconds),
        way: format.distance(because.metres),
      });
    case "evens":
      return t("moved.evens", { number, courier, time: format.duration(because.seconds) });
    case "vehicle":
    case "together":
      return t(`moved.${because.kind}`, { number, courier });
  }
}
