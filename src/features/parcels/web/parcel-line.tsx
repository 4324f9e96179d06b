import { isolated } from "#kernel/isolated.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { ParcelShown } from "../contract/shapes.ts";
import "./parcels.css";
import "./words.ts";

const LOOKS: Readonly<Record<ParcelShown["state"], Look>> = {
  announced: { tone: "waiting", icon: "store" },
  on_board: { tone: "moving", icon: "bike" },
  at_hub: { tone: "waiting", icon: "home" },
  delivered: { tone: "done", icon: "check-circle" },
  returned: { tone: "back", icon: "return" },
  disposed: { tone: "ended", icon: "delete" },
  lost: { tone: "trouble", icon: "error" },
  not_sent: { tone: "ended", icon: "close" },
};

/** One parcel: its code, where it is, why it did not change hands, and what happened to it. */
export function ParcelLine({ parcel, zone }: { parcel: ParcelShown; zone: string }) {
  const t = useWords("parcels");
  const f = useFormat();
  return (
    <div className="parcel-line">
      <p className="row gap-2">
        <bdi className="serial">{parcel.code}</bdi>
        <StatusChip {...LOOKS[parcel.state]}>{t(`state.${parcel.state}`)}</StatusChip>
        {parcel.how !== null && (
          <StatusChip tone="trouble" icon="warning">
            {t(`how.${parcel.how}`)}
          </StatusChip>
        )}
      </p>
      {parcel.history.length > 0 && (
        <details>
          <summary className="small">{t("history")}</summary>
          <ol className="small">
            {parcel.history.map((turn) => (
              <li key={`${turn.occurredAt} ${turn.state}`}>
                {[
                  turn.how === null ? t(`state.${turn.state}`) : t(`how.${turn.how}`),
                  t(`where.${turn.where}`),
                  f.dateTime(turn.occurredAt, zone),
                  turn.by && isolated(turn.by),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
