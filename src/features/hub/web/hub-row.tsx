import { fromIso } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { HubParcel } from "../contract/api.ts";

const LOOK: Readonly<Record<HubParcel["waitsFor"], Look>> = {
  recipient: { tone: "near", icon: "person" },
  courier: { tone: "moving", icon: "bike" },
  decision: { tone: "trouble", icon: "help" },
  sender: { tone: "back", icon: "return" },
};

interface HubRowProps {
  readonly row: HubParcel;
  readonly now: number;
  readonly onHandOut: () => void;
}

/** Parcels of one delivery: for whom, since when, until when, and the act. */
export function HubRow({ row, now, onHandOut }: HubRowProps) {
  const t = useWords("hub");
  const f = useFormat();
  const zone = useZone();
  const { number, recipientName, senderName, parcels, waitsFor, courierName, since, keptUntil } = row;
  const isOver = fromIso(keptUntil) < now;
  return (
    <li className="hub-row">
      <div className="hub-who">
        <a className="hub-number" href={`/d/deliveries/${row.id}`}>
          <NumberText>{number}</NumberText>
        </a>
        <bdi className="strong">{recipientName}</bdi>
        <span className="quiet small">
          {t("row.from", { sender: senderName })} · {t("row.parcels", { n: parcels })}
        </span>
      </div>
      <div className="hub-when">
        <StatusChip {...LOOK[waitsFor]}>{t(`waits.${waitsFor}`)}</StatusChip>
        <span className="small">
          {t("row.since", { ago: f.ago(since, now) })} ·{" "}
          <span className={isOver ? "hub-over" : undefined}>
            {t(isOver ? "row.over" : "row.until", { date: f.day(keptUntil, zone) })}
          </span>
          {courierName !== null && (
            <>
              {" "}
              · <bdi>{courierName}</bdi>
            </>
          )}
        </span>
      </div>
      {row.state === "at_hub" ? (
        <Button
          variant={waitsFor === "recipient" ? "filled" : "tonal"}
          icon="check"
          aria-label={t("act.number", { number })}
          onClick={onHandOut}
        >
          {t("act")}
        </Button>
      ) : (
        <Button href={`/d/deliveries/${row.id}`} aria-label={t("row.decide-number", { number })}>
          {t("row.decide")}
        </Button>
      )}
    </li>
  );
}
