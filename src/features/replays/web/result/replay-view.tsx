import type { ReactNode } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type Replay, type ReplayLine, replaysApi } from "../../contract/api.ts";
import type { ReplaySearch } from "../replay-search.ts";
import { useChoiceText } from "../texts.ts";
import { useKeepReplay } from "../use-replays.ts";
import { ReplayResult } from "./replay-result.tsx";

type Choice = Pick<ReplayLine, "days" | "level" | "zone">;

interface ReplayViewProps extends Pick<PageProps<object, ReplaySearch>, "search" | "setSearch"> {
  replay: Replay;
  /** The draft is another by now. */
  isStale: boolean;
  /** Version of the list in force. */
  published: number;
  /** Runs again by the draft as it is; absent where it cannot. */
  onAgain?: (choice: Choice) => void;
}

/** One replay: how far it is, how it ended, or what it found. */
export function ReplayView({ replay, isStale, published, onAgain, ...rest }: ReplayViewProps) {
  const t = useWords("replays");
  const f = useFormat();
  const zone = useZone();
  const choiceText = useChoiceText();
  const { state, listVersion } = replay;
  const again = onAgain && (
    <Button icon="refresh" onClick={() => onAgain(replay)}>
      {t("again")}
    </Button>
  );
  return (
    <section className="replay" aria-label={t("result.title")} data-testid="replay">
      <div>
        <h2 className="title-large">{choiceText(replay)}</h2>
        <p className="quiet small">
          {t("result.asked", {
            at: f.dateTime(replay.askedAt, zone),
            by: replay.askedBy ?? t("kept.nobody"),
            until: f.dateTime(replay.expiresAt, zone),
          })}
        </p>
      </div>
      {state !== "running" && isStale && (
        <Banner tone="warning" actions={again}>
          {t("stale")}
        </Banner>
      )}
      {listVersion !== published && <Banner>{t("published-meanwhile", { version: published })}</Banner>}
      <Ending replay={replay} again={isStale ? undefined : again} {...rest} />
    </section>
  );
}

interface EndingProps extends Pick<ReplayViewProps, "search" | "setSearch"> {
  replay: Replay;
  again: ReactNode;
}

/** The work, or what became of it. */
function Ending({ replay, again, ...rest }: EndingProps) {
  const t = useWords("replays");
  const { state, total, outcome } = replay;
  if (state === "running") return <Running replay={replay} />;
  if (state !== "done" || !outcome) {
    const isCancelled = state === "cancelled";
    return (
      <StateMessage
        kind={isCancelled ? "empty" : "error"}
        title={isCancelled ? t("cancelled.title") : t("failed.title")}
        action={again}
      >
        <p>{isCancelled ? t("cancelled.text") : t("failed.text")}</p>
      </StateMessage>
    );
  }
  if (total > 0) return <ReplayResult replay={replay} outcome={outcome} {...rest} />;
  return (
    <StateMessage kind="empty" icon="calendar" title={t("nothing.title")}>
      <p>{t("nothing.text")}</p>
    </StateMessage>
  );
}

function Running({ replay: { id, done, total } }: { replay: Replay }) {
  const t = useWords("replays");
  const f = useFormat();
  const keep = useKeepReplay();
  const cancel = useCommand(replaysApi.cancelReplay, { onDone: keep });
  return (
    <Card title={t("running.title")} headingLevel={3}>
      <Progress label={t("running.title")} value={total === 0 ? 0 : done / total} />
      <p role="status">{t("running.done", { done: f.number(done), n: total })}</p>
      <p className="quiet small">{t("running.leave")}</p>
      <RefusalNote error={cancel.error} />
      <div>
        <Button icon="close" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {t("running.cancel")}
        </Button>
      </div>
    </Card>
  );
}
