import { useState } from "react";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type StopTime, timesApi } from "../contract/api.ts";

/** A word counts for so long after the time that it names, where nobody says otherwise. */
const USUAL_MS = 15 * MINUTE_MS;

/** The next time at which the zone's clock shows this; a few minutes ago is still today. */
function nextAt(time: string, zone: string, now: number): number {
  const today = localAt(now, zone).date;
  const at = instantAt(today, time, zone);
  return at < now - 5 * MINUTE_MS ? instantAt(addDays(today, 1), time, zone) : at;
}

interface SayCardProps {
  stop: StopTime;
  again: () => Promise<void>;
  /** On a courier's phone, with main actions as large as on its other pages. */
  isPhone: boolean;
}

/** One's own word for when a stop begins, and until when it counts. */
export function SayCard({ stop, again, isPhone }: SayCardProps) {
  const t = useWords("times");
  const { said, timezone, taskId: id } = stop;
  const now = Date.parse(stop.now);
  const first = Date.parse(said?.at ?? stop.arrival?.at ?? stop.now);
  const [time, setTime] = useState(localAt(first, timezone).time);
  const [until, setUntil] = useState(
    localAt(said ? Date.parse(said.until) : first + USUAL_MS, timezone).time,
  );
  const [isBad, setBad] = useState(false);
  const say = useCommand(timesApi.sayArrival, {
    onDone: async (_stop, { said: word }) => {
      showSnack({ text: t(word ? "say.done" : "say.withdrawn"), topic: "said" });
      await again();
    },
  });
  const send = () => {
    if (time === "" || until === "") return setBad(true);
    setBad(false);
    const at = nextAt(time, timezone, now);
    const ends = Math.max(at, nextAt(until, timezone, at));
    say.mutate({ id, said: { at: toIso(at), until: toIso(ends) } });
  };
  const look = isPhone ? ({ size: "large", full: true } as const) : {};
  return (
    <Card title={t("say.title")}>
      <p className="quiet">{t("say.text")}</p>
      <form
        className="say-line"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField type="time" label={t("say.at")} value={time} onChange={setTime} />
        <TextField type="time" label={t("say.until")} value={until} onChange={setUntil} />
        <Button {...look} type="submit" variant="filled" loading={say.isPending}>
          {t("say.do")}
        </Button>
        {said && (
          <Button {...look} variant="text" icon="undo" onClick={() => say.mutate({ id, said: null })}>
            {t("say.back")}
          </Button>
        )}
      </form>
      {isBad && (
        <p className="field-error" role="alert">
          {t("say.missing")}
        </p>
      )}
      <RefusalNote error={say.error} />
    </Card>
  );
}
