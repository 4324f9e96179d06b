import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { ListItem } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type StreetChange, streetsApi } from "../contract/api.ts";

interface ChangeRowProps {
  change: StreetChange;
  onChanged: () => void;
  onShow: () => void;
}

const LOOK = {
  later: { tone: "waiting", icon: "clock" },
  now: { tone: "trouble", icon: "warning" },
  over: { tone: "ended", icon: "check" },
} as const;

export function ChangeRow({ change, onChanged, onShow }: ChangeRowProps) {
  const t = useWords("streets");
  const f = useFormat();
  const zone = useZone();
  const { from, id, metres, note, profiles, slower, state, until } = change;
  const name = change.name ?? t("street.unnamed");
  const end = useCommand(streetsApi.endStreetChange, {
    onDone: () => {
      showSnack({ text: t("row.ended", { street: name }) });
      onChanged();
    },
  });
  const what =
    slower === null ? t("row.closed") : t("row.slow", { percent: f.number(Math.round((slower - 1) * 100)) });
  const start = f.dateTime(from, zone);
  const times =
    until === null
      ? t("row.from", { from: start })
      : t("row.times", { from: start, until: f.dateTime(until, zone) });
  return (
    <ListItem
      className="row-with-ways"
      title={<span dir="auto">{name}</span>}
      detail={
        <span className="choice-text">
          <span>
            {what} · {f.list(profiles.map((profile) => t(`profile.${profile}`)))} · {f.distance(metres)}
          </span>
          <span>{times}</span>
          {note !== "" && <span dir="auto">{note}</span>}
          <RefusalNote error={end.error} />
        </span>
      }
      end={
        <span className="invitation-end">
          <StatusChip {...LOOK[state]}>{t(`state.${state}`)}</StatusChip>
          <Button variant="text" aria-label={t("row.show-named", { street: name })} onClick={onShow}>
            {t("row.show")}
          </Button>
          {state !== "over" && (
            <Button
              variant="text"
              loading={end.isPending}
              aria-label={t("row.end-named", { street: name })}
              onClick={() => end.mutate({ id })}
            >
              {t("row.end")}
            </Button>
          )}
        </span>
      }
    />
  );
}
