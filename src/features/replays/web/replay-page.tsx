import { canonical } from "#kernel/canonical.ts";
import { localAt } from "#kernel/local-time.ts";
import { isRule, usePriceList, usePriceListDraft, useZoneNames } from "#features/prices/web/public.ts";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { checkPriceList } from "#features/quotes/domain/check-price-list.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useMemo } from "react";
import { type ReplayLine, replaysApi } from "../contract/api.ts";
import { daysOf } from "../domain/span.ts";
import { KeptReplays } from "./kept-replays.tsx";
import type { ReplaySearch } from "./replay-search.ts";
import { ReplaySetup } from "./replay-setup.tsx";
import { ReplayView } from "./result/replay-view.tsx";
import { useKeepReplay, useReplay } from "./use-replays.ts";
import "./replays.css";

type Props = PageProps<object, ReplaySearch>;

/** Past orders priced again by the draft of this tab. */
export function ReplayPage(props: Props) {
  const t = useWords("replays");
  const online = useOnline();
  const list = usePriceList();
  return (
    <article className="replays">
      <PageHeader back="/a/prices" title={t("title")} detail={t("text")} />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      {list.data ? (
        <Content {...props} list={list.data} online={online} />
      ) : list.isPending ? (
        <Skeleton look="card" lines={5} />
      ) : (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      )}
    </article>
  );
}

function Content({ search, setSearch, list, online }: Props & { list: PriceList; online: boolean }) {
  const t = useWords("replays");
  const zone = useZone();
  const draft = usePriceListDraft(list);
  const zones = useZoneNames();
  const keep = useKeepReplay();
  const shown = useReplay(search.id);
  const rules = useMemo(() => draft.items.filter(isRule), [draft.items]);
  const isFaulty = useMemo(
    () =>
      checkPriceList({ version: list.version, currency: list.currency, rules }, zones && [...zones.keys()])
        .length > 0,
    [list, rules, zones],
  );
  const start = useCommand(replaysApi.startReplay, {
    onDone: (replay) => {
      keep(replay);
      setSearch({ id: replay.id });
    },
  });
  const today = todayIn(zone);
  const days = daysOf(search.span, today, search);
  const run = ({ days, level, zone }: Pick<ReplayLine, "days" | "level" | "zone">) =>
    start.mutate({ days, level, zone, rules: [...rules], listVersion: draft.version });
  const isRunning = shown.data?.state === "running";
  return (
    <>
      <DraftNote isChanged={draft.isChanged} isFaulty={isFaulty} version={draft.version} />
      <ReplaySetup
        search={search}
        setSearch={setSearch}
        days={days}
        today={today}
        disabled={isFaulty || !online || isRunning}
        isPending={start.isPending}
        onRun={() => run({ days, level: search.level || null, zone: search.zone || null })}
      />
      <RefusalNote error={start.error} />
      {search.id !== "" &&
        (shown.data ? (
          <>
            <RefusalNote error={shown.error} onRetry={() => void shown.refetch()} />
            <ReplayView
              replay={shown.data}
              isStale={canonical(shown.data.rules) !== canonical(rules)}
              published={list.version}
              search={search}
              setSearch={setSearch}
              {...(!isFaulty && online && { onAgain: run })}
            />
          </>
        ) : shown.isPending ? (
          <Skeleton look="card" lines={6} />
        ) : (
          <RefusalNote error={shown.error} onRetry={() => void shown.refetch()} />
        ))}
      <KeptReplays shown={search.id} onShow={(id) => setSearch({ id })} />
      <p className="quiet small">{t("kept.note")}</p>
    </>
  );
}

/** Today on the wall calendar of a zone. */
const todayIn = (zone: string): string => localAt(Date.now(), zone).date;

interface DraftNoteProps {
  isChanged: boolean;
  isFaulty: boolean;
  version: number;
}

/** Says which rules a replay would use. */
function DraftNote({ isChanged, isFaulty, version }: DraftNoteProps) {
  const t = useWords("replays");
  if (isFaulty)
    return (
      <Banner
        tone="trouble"
        actions={
          <Button variant="text" href="/a/prices">
            {t("draft.mend")}
          </Button>
        }
      >
        {t("draft.faulty")}
      </Banner>
    );
  return isChanged ? (
    <Banner icon="edit">{t("draft.changed", { version })}</Banner>
  ) : (
    <Banner
      actions={
        <Button variant="text" href="/a/prices">
          {t("draft.change")}
        </Button>
      }
    >
      {t("draft.none", { version })}
    </Banner>
  );
}
