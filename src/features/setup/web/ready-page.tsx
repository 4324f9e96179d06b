import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import { type Ready, setupApi } from "../contract/api.ts";
import { CommandToCopy } from "./command-to-copy.tsx";
import "./setup.css";

type Row = Ready["rows"][number];

const READY = ["setup", "ready"];
const LOOK: Readonly<Record<Row["state"], Look>> = {
  good: { tone: "done", icon: "check-circle" },
  careful: { tone: "near", icon: "info" },
  bad: { tone: "trouble", icon: "warning" },
};

/** Says what the running configuration lacks before the first real order. */
export function ReadyPage() {
  const t = useWords("setup");
  const ready = useQuery({
    queryKey: READY,
    queryFn: ({ signal }) => call(setupApi.readReady, {}, { signal }),
    refetchOnMount: "always",
  });
  const again = () => void ready.refetch();
  const left = ready.data?.rows.filter(({ state }) => state !== "good").length ?? 0;
  return (
    <div className="setup">
      <PageHeader
        title={t("ready.title")}
        detail={t("ready.text")}
        actions={
          <>
            <Button variant="text" icon="flag" href="/a/start">
              {t("ready.go-start")}
            </Button>
            <Button variant="tonal" icon="refresh" loading={ready.isFetching} onClick={again}>
              {t("ready.again")}
            </Button>
          </>
        }
      />
      {ready.data ? (
        <>
          <RefusalNote error={ready.error} onRetry={again} />
          <div aria-live="polite">
            <Banner tone={left === 0 ? "done" : "warning"}>
              {left === 0 ? t("ready.all") : t("ready.left", { n: left })}
            </Banner>
          </div>
          <ul className="ready-rows">
            {ready.data.rows.map((row) => (
              <ReadyLine key={row.check} row={row} />
            ))}
          </ul>
        </>
      ) : ready.isPending ? (
        <Skeleton look="rows" lines={8} />
      ) : (
        <ProblemMessage error={ready.error} onRetry={again} />
      )}
    </div>
  );
}

/** Mail alone has a third sentence; elsewhere what could be better reads as what is missing. */
function useSentence(): (row: Row) => string {
  const t = useWords("setup");
  return ({ check, state, facts }) => {
    if (check === "mail" && state === "careful") return t("ready.mail.careful");
    return t(`ready.${check}.${state === "good" ? "good" : "bad"}`, facts);
  };
}

function ReadyLine({ row }: { row: Row }) {
  const t = useWords("setup");
  const sentence = useSentence();
  const { check, state, page, command } = row;
  return (
    <li className="ready-row" data-testid={`ready-${check}`}>
      <div className="row gap-2">
        <h2 className="title">{t(`ready.${check}`)}</h2>
        <StatusChip {...LOOK[state]}>{t(`mark.${state}`)}</StatusChip>
      </div>
      <p>{sentence(row)}</p>
      {page !== null && (
        <div>
          <Button variant="tonal" href={page}>
            {t("ready.open-page")}
          </Button>
        </div>
      )}
      {command !== null && (
        <div className="stack gap-1">
          <p className="quiet small">{t(command.startsWith("WAYBILL_") ? "ready.setting" : "ready.run")}</p>
          <CommandToCopy command={command} />
        </div>
      )}
      {check === "mail" && state === "careful" && <TestMail />}
    </li>
  );
}

function TestMail() {
  const t = useWords("setup");
  const queries = useQueryClient();
  const send = useCommand(setupApi.sendTestMail, {
    onDone: (fresh) => {
      queries.setQueryData(READY, fresh);
      showSnack({ text: t("ready.sent") });
    },
  });
  return (
    <div className="stack gap-2">
      <div>
        <Button variant="tonal" icon="mail" loading={send.isPending} onClick={() => send.mutate({})}>
          {t("ready.send")}
        </Button>
      </div>
      <RefusalNote error={send.error} />
    </div>
  );
}
