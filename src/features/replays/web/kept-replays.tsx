import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { ReplayLine } from "../contract/api.ts";
import { useChoiceText } from "./texts.ts";
import { useReplays } from "./use-replays.ts";

const LOOK: Readonly<Record<ReplayLine["state"], Look>> = {
  running: { tone: "moving", icon: "clock" },
  done: { tone: "done", icon: "check-circle" },
  cancelled: { tone: "ended", icon: "close" },
  failed: { tone: "trouble", icon: "error" },
};

/** The few replays that are kept, each to be looked at again. */
export function KeptReplays({ shown, onShow }: { shown: string; onShow: (id: string) => void }) {
  const t = useWords("replays");
  const f = useFormat();
  const zone = useZone();
  const choiceText = useChoiceText();
  const list = useReplays();
  const others = list.data?.items.filter(({ id }) => id !== shown) ?? [];
  if (list.isPending) return <Skeleton look="rows" lines={2} />;
  if (list.isError) return <RefusalNote error={list.error} onRetry={() => void list.refetch()} />;
  if (others.length === 0) return null;
  return (
    <Card title={t("kept.title")}>
      <ul className="kept-replays">
        {others.map((one) => (
          <li key={one.id}>
            <span className="choice-text">
              <span>{choiceText(one)}</span>
              <span className="quiet small">
                {t("kept.asked", { at: f.dateTime(one.askedAt, zone), by: one.askedBy ?? t("kept.nobody") })}
              </span>
            </span>
            <StatusChip {...LOOK[one.state]}>{t(`state.${one.state}`)}</StatusChip>
            <Button size="small" onClick={() => onShow(one.id)}>
              {t("kept.show")}
              <span className="hidden-text">: {choiceText(one)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
