import { isolated } from "#kernel/isolated.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { intlTag } from "#kernel/locale.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type NoticeEntry, OWN_ANSWERS, type OwnAnswer, noticesApi } from "../contract/api.ts";
import "./notices.css";

const ICON: Readonly<Record<NoticeEntry["state"], IconName>> = {
  waiting: "clock",
  sending: "upload",
  sent: "check-circle",
  unsure: "help",
  failed: "error",
  dropped: "remove",
};

const isOwnAnswer = (text: string): text is OwnAnswer => OWN_ANSWERS.some((own) => own === text);

/** Every message about a delivery: to whom, when, by which way, and what came back. */
export function NoticeLog({ deliveryId: id }: { readonly deliveryId: string }) {
  const t = useWords("notices");
  const queries = useQueryClient();
  const queryKey = ["notices", id];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(noticesApi.listNotices, { id }, { signal }),
  });
  const again = useCommand(noticesApi.sendNoticeAgain, {
    onDone: async ({ again: count }) => {
      await queries.invalidateQueries({ queryKey });
      showSnack({ text: t("log.sent-again", { count }) });
    },
  });
  const cost = useCost();
  if (isPending) return <Skeleton look="rows" lines={3} />;
  if (!data) return <ProblemMessage error={error} onRetry={() => void refetch()} />;
  const { entries, costMicros, currency } = data;
  const isAstray = entries.some(({ state }) => state === "failed" || state === "unsure");
  return (
    <div className="stack gap-3">
      <RefusalNote error={error} onRetry={() => void refetch()} />
      {entries.length === 0 && <p className="quiet">{t("log.empty")}</p>}
      <ul className="notice-log">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {costMicros > 0 && <p className="quiet small">{t("log.cost", { cost: cost(costMicros, currency) })}</p>}
      {isAstray && (
        <div>
          <Button icon="refresh" loading={again.isPending} onClick={() => again.mutate({ id })}>
            {t("log.again")}
          </Button>
        </div>
      )}
      <RefusalNote error={again.error} />
    </div>
  );
}

/** Parts of a text message cost fractions of a cent. */
function useCost(): (micros: number, currency: string) => string {
  const locale = useLocale();
  const style = { style: "currency", maximumFractionDigits: 4 } as const;
  return (micros, currency) =>
    new Intl.NumberFormat(intlTag(locale), { ...style, currency }).format(micros / 1_000_000);
}

function Entry({ entry }: { readonly entry: NoticeEntry }) {
  const t = useWords("notices");
  const moment = useMoment();
  const { notice, audience, way, state, why, to, answer, tries } = entry;
  const at = moment(entry.saidAt ?? entry.dueAt);
  const said = (text: string) => {
    if (text === "folder" && way !== "push") return t(`answer.${way}`);
    return isOwnAnswer(text) ? t(`answer.${text}`) : <bdi dir="ltr">{text}</bdi>;
  };
  const told = why === null ? t(`state.${state}`) : t(`why.${why}`);
  return (
    <li className={`notice-entry notice-${state}`}>
      <Icon name={ICON[state]} />
      <div className="notice-said">
        <p>
          <span className="strong">{t(`notice.${notice}`)}</span>
          {entry.corrects && <span className="quiet"> · {t("log.corrects")}</span>}
        </p>
        <p className="quiet small">
          {[t(`audience.${audience}`), t(`way.${way}`), ...(to === null ? [] : [isolated(to)]), at].join(
            " · ",
          )}
        </p>
        <p className="small">
          {told}
          {tries > 1 && ` · ${t("log.tries", { count: tries })}`}
          {answer !== null && !(state === "unsure" && answer === "silent") && (
            <>
              {" · "}
              {said(answer)}
            </>
          )}
        </p>
      </div>
    </li>
  );
}
