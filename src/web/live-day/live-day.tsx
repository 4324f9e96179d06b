import { useQuery, useQueryClient } from "@tanstack/react-query";
import { demoApi, type DemoSpeed } from "#contract/demo.ts";
import { call } from "#web/api/call.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfigIfThere } from "#web/session/config.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import "./live-day.css";
import "./words.ts";

const SPEEDS = [
  { speed: 0, icon: "pause", word: "stop" },
  { speed: 1, icon: "play", word: "real" },
  { speed: 60, icon: "play", word: "fast" },
] as const satisfies readonly { speed: DemoSpeed; icon: IconName; word: string }[];

const KEY = ["demo"];

/** On a demo install: simulated couriers stand still, ride in real time or sixty times as fast. */
export function LiveDay() {
  const isDemo = useConfigIfThere()?.demo.on === true;
  return isDemo ? <Speeds /> : null;
}

export function Speeds() {
  const t = useWords("live-day");
  const queries = useQueryClient();
  const demo = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(demoApi.readDemo, {}, { signal }),
    refetchInterval: 30_000,
    retry: false,
  });
  const runDay = useCommand(demoApi.runDay, {
    onDone: (day) => void queries.setQueryData(KEY, demo.data && { ...demo.data, day }),
  });
  if (!demo.data) return null;
  const now = runDay.isPending && runDay.variables ? runDay.variables.speed : demo.data.day.speed;
  const choose = (speed: DemoSpeed) =>
    void runDay
      .mutateAsync({ speed })
      .catch((error: unknown) => showSnack({ text: refusalText(error), tone: "trouble" }));
  return (
    <div className="live-day" role="group" aria-label={t("title")}>
      <span className="live-day-name">
        <span className="live-day-title">{t("title")}: </span>
        <output>{t(`now.${now}`)}</output>
      </span>
      {SPEEDS.map(({ speed, icon, word }) => (
        <button
          key={speed}
          type="button"
          aria-pressed={speed === now}
          title={t(word)}
          onClick={() => choose(speed)}
        >
          {speed === 0 ? <Icon name={icon} size="small" /> : <span dir="ltr">{`×${speed}`}</span>}
          <span className="hidden-text"> {t(word)}</span>
        </button>
      ))}
    </div>
  );
}
