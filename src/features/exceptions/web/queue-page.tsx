import { useEffect, useRef } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { ExceptionDetail } from "./exception-detail.tsx";
import "./exceptions.css";
import { QueueFilters } from "./queue-filters.tsx";
import { QueueRow } from "./queue-row.tsx";
import { hrefOf, type QueueSearch } from "./queue-search.ts";
import { useServerNow } from "#web/session/use-server-now.ts";
import { useQueue } from "./use-exceptions.ts";
import { useTake } from "./use-handling.ts";

/** Work to settle: the queue, and beside it the exception that is open. */
export function QueuePage({ search, setSearch }: PageProps<object, QueueSearch>) {
  const t = useWords("exceptions");
  const { list, items = [] } = useQueue(search);
  const online = useOnline();
  const now = useServerNow();
  const rows = useRef<HTMLUListElement>(null);
  const take = useTake();
  const { id } = search;
  usePageKeys((event) => {
    const row = document.activeElement?.closest("li")?.dataset["id"];
    if (event.key.toLowerCase() === "t") take(row ?? id);
    else walk(event, rows.current);
  });
  if (list.isError && items.length === 0)
    return <ProblemMessage page error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className={`exceptions${id === "" ? "" : " exceptions-open"}`}>
      <section className="exceptions-queue stack gap-3">
        <PageHeader
          title={t("queue.title")}
          detail={<span className="keys-hint">{t("queue.keys")}</span>}
          actions={
            <Button variant="text" icon="upload" href="/d/unsent">
              {t("queue.read-file")}
            </Button>
          }
        />
        <QueueFilters search={search} setSearch={setSearch} />
        <StaleNote isOld={list.isError || !online} />
        {list.isPending && <Skeleton look="rows" lines={6} />}
        {list.isSuccess && items.length === 0 && <NoRows search={search} />}
        {items.length > 0 && (
          <ul className="exception-rows" aria-label={t("queue.title")} ref={rows}>
            {items.map((row) => (
              <QueueRow
                key={row.id}
                row={row}
                now={now}
                href={hrefOf(search, row.id)}
                isOpen={row.id === id}
              />
            ))}
          </ul>
        )}
        <ShowMore list={list} />
      </section>
      <div className="exceptions-detail">
        {id === "" ? (
          items.length > 0 && <p className="quiet exceptions-choose">{t("queue.choose")}</p>
        ) : (
          <ExceptionDetail key={id} id={id} now={now} back={hrefOf(search, "")} />
        )}
      </div>
    </div>
  );
}

function StaleNote({ isOld }: { isOld: boolean }) {
  const t = useWords("exceptions");
  if (!isOld) return null;
  return (
    <Banner tone="warning" icon="offline">
      {t("queue.stale")}
    </Banner>
  );
}

function NoRows({ search }: { search: QueueSearch }) {
  const t = useWords("exceptions");
  const isPlainQueue = search.group === "open" && search.kind === "" && search.owner === "";
  if (!isPlainQueue)
    return <StateMessage kind="empty" icon="filter" title={t("queue.none-fits")} action={<span />} />;
  return (
    <StateMessage kind="empty" icon="check-circle" title={t("queue.none.title")}>
      <p>{t("queue.none.text")}</p>
    </StateMessage>
  );
}

const FIELD = "input, textarea, select, [role=menu] *, dialog *";

/** Runs `act` for the keys pressed without a modifier, wherever the focus is but in a field, a menu or a dialog. */
function usePageKeys(act: (event: KeyboardEvent) => void): void {
  const latest = useLatest(act);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, altKey, metaKey, defaultPrevented } = event;
      if (ctrlKey || altKey || metaKey || defaultPrevented) return;
      if (!(target instanceof Element && target.matches(FIELD))) latest.current(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [latest]);
}

/** The arrows move from row to row; the first press enters the list. */
function walk(event: KeyboardEvent, rows: HTMLElement | null): void {
  const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || !rows) return;
  const links = [...rows.querySelectorAll<HTMLAnchorElement>("a.exception-row")];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  event.preventDefault();
}
