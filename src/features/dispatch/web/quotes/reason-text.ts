import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Board } from "../../contract/board.ts";
import type { Reason } from "../../contract/quotes.ts";

type People = Pick<Board, "couriers" | "deliveries">;
type Of<K extends Reason["kind"]> = Extract<Reason, { kind: K }>;
type Words = ReturnType<typeof useWords<"dispatch">>;
type Format = ReturnType<typeof useFormat>;

/** Costs below this many seconds are not worth a figure. */
const NOTHING_S = 30;
const DELAYS = {
  shiftEnd: "reason.shift-end",
  break: "reason.break",
  maxRide: "reason.max-ride",
} as const;

/** Words the reasons why a courier does not have a delivery. */
export function useReasonText(board: People, deliveryId = ""): (reason: Reason) => string {
  const t = useWords("dispatch");
  const format = useFormat();
  // oxlint-disable-next-line complexity -- one flat case for each reason
  return (reason) => {
    switch (reason.kind) {
      case "skill":
        return t("reason.skill", { skill: reason.skill });
      case "capacity":
        return capacityText(t, format, reason);
      case "maxStops":
        return t("reason.max-stops", { n: reason.most });
      case "shiftEnd":
      case "break":
      case "maxRide":
        return t(DELAYS[reason.kind], { time: format.duration(reason.by) });
      case "window":
        return windowText(
          t,
          format.duration(reason.by),
          board.deliveries.find(({ id }) => id === reason.order && id !== deliveryId)?.number,
        );
      case "costsMore":
        return costText(t, format, { reason, board });
      case "forbidden":
      case "onBoard":
      case "unreachable":
        return t(`reason.${reason.kind}`);
    }
  };
}

function capacityText(t: Words, format: Format, { dimension, peak }: Of<"capacity">): string {
  if (dimension === 1) return t("reason.capacity-parcels", { n: format.number(peak) });
  if (dimension === 2)
    return t("reason.capacity-volume", { n: format.number(peak / 1000, { maximumFractionDigits: 1 }) });
  return t("reason.capacity", { mass: format.mass(peak) });
}

const windowText = (t: Words, time: string, number: string | undefined): string =>
  number === undefined ? t("reason.window", { time }) : t("reason.window-other", { time, number });

function costText(
  t: Words,
  format: Format,
  { reason: { by, than: id }, board }: { reason: Of<"costsMore">; board: People },
): string {
  if (by < NOTHING_S) return t("reason.no-more");
  const time = format.duration(by);
  const than = board.couriers.find((courier) => courier.id === id)?.name;
  return than === undefined ? t("reason.costs", { time }) : t("reason.costs-more", { time, than });
}
