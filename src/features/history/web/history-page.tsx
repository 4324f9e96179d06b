import { useState } from "react";
import { DESK_GROUPS, DESK_KINDS } from "#contract/desk-commands.ts";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { useReadAgain } from "#web/live/read-again.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { FilterSelect } from "#web/ui/overlays/filter-select.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type DeskCommand, deskNoted, historyApi } from "../contract/api.ts";
import type { HistorySearch } from "../contract/search.ts";
import { undoAll } from "./use-undo.ts";
import "./history.css";

const PAGE = 50;
const NO_FILTER = { group: "all", person: "" } as const;

/** The question of these filters. */
const askedBy = ({ group, person, date }: HistorySearch) => ({
  ...(group !== "all" && { group }),
  ...(person !== "" && { personId: person }),
  ...(date !== "" && { date }),
});

/** Commands of a day at the desk, the newest first, each with its undo or why there is none. */
export function HistoryPage({ search, setSearch }: PageProps<object, HistorySearch>) {
  const t = useWords("history");
  const { group, person, date } = search;
  const asked = askedBy(search);
  const key = ["history", asked];
  const pages = usePages(key, (from, options) =>
    call(historyApi.listHistory, { ...asked, limit: PAGE, ...from }, options),
  );
  const again = useReadAgain(key, () => undefined);
  useLive([onLive(deskNoted, again), onResync(again)]);
  const people = new Map(
    pages.items?.flatMap(({ by }) => (by.id !== null && by.name !== null ? [[by.id, by.name]] : [])),
  );
  const first = pages.list.data?.pages[0];
  // Keeps the day while the list of another filter is read, or cannot be.
  const [day, keepDay] = useState("");
  if (date === "" && first && !pages.list.isPlaceholderData && first.date !== day) keepDay(first.date);
  const isFiltered = group !== "all" || person !== "";
  return (
    <article className="stack gap-4">
      <PageHeader title={t("title")} detail={t("text")} />
      <div className="history-filters" role="search">
        <DateBox
          label={t("day")}
          value={date === "" ? day : date}
          onChange={(one) => setSearch({ date: one })}
        />
        <FilterSelect
          label={t("group")}
          options={[["all", t("group.all")], ...DESK_GROUPS.map((one) => [one, t(`group.${one}`)] as const)]}
          value={group}
          onChange={(one) => setSearch({ group: one })}
        />
        <FilterSelect
          label={t("person")}
          options={[
            ["", t("person.all")],
            ...(person !== "" && !people.has(person) ? [[person, t("person.one")] as const] : []),
            ...people,
          ]}
          value={person}
          onChange={(one) => setSearch({ person: one })}
        />
        {isFiltered && (
          <Button variant="text" size="small" icon="close" onClick={() => setSearch(NO_FILTER)}>
            {t("clear")}
          </Button>
        )}
      </div>
      <PagedRows pages={pages} bones={8} none={<Empty isFiltered={isFiltered} />} page>
        {(rows) => (
          <List label={t("title")}>
            {rows.map((command) => (
              <Line key={command.id} command={command} zone={first?.timezone ?? "UTC"} />
            ))}
          </List>
        )}
      </PagedRows>
    </article>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords("history");
  return (
    <StateMessage kind="empty" title={t(isFiltered ? "none.title" : "empty.title")}>
      {!isFiltered && <p>{t("empty.text")}</p>}
    </StateMessage>
  );
}

/** One command: when, what, to which deliveries, by whom, and its undo in words. */
function Line({ command, zone }: { command: DeskCommand; zone: string }) {
  const t = useWords("history");
  const f = useFormat();
  const { kind, at, by, deliveries, count, courier, toDate, undid } = command;
  const what = t(`kind.${kind}`);
  return (
    <ListItem
      title={
        <>
          {what}
          {undid !== null && `: ${t(`kind.${undid}`)}`}
        </>
      }
      detail={
        <span className="history-facts">
          <time dateTime={at}>{f.time(at, zone)}</time>
          <bdi>{by.name ?? t("gone")}</bdi>
          {courier !== null && <span>{t("to-courier", { courier })}</span>}
          {toDate !== null && <span>{t("to-day", { day: f.day(`${toDate}T12:00:00.000Z`, "UTC") })}</span>}
          {deliveries.map(({ id, number }) => (
            <a key={id} href={`/d/deliveries/${id}`}>
              {number}
            </a>
          ))}
          {count > deliveries.length && <span>{t("more", { n: count - deliveries.length })}</span>}
          <Way command={command} zone={zone} />
        </span>
      }
      end={command.undo.state === "possible" ? <UndoButton command={command} what={what} /> : undefined}
    />
  );
}

/** The consequence of an undo, or why there is none. */
function Way({ command: { kind, undo: way }, zone }: { command: DeskCommand; zone: string }) {
  const t = useWords("history");
  const f = useFormat();
  if (way.state === "possible") return <span>{t(`back.${DESK_KINDS[kind].group}`)}</span>;
  if (way.state === "day-over") return <span>{t("day-over")}</span>;
  if (way.state === "none") return <span>{t(`why.${way.why}`)}</span>;
  const { by, at } = way.state === "done" ? way : way.since;
  const said = { by: by ?? t("gone"), at: f.time(at, zone) };
  return <span>{t(way.state === "done" ? "undone.by" : "moved-on", said)}</span>;
}

function UndoButton({ command, what }: { command: DeskCommand; what: string }) {
  const t = useWords("history");
  const isOnline = useOnline();
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    await undoAll([command.id]);
    setPending(false);
  };
  return (
    <Button
      variant="outlined"
      size="small"
      icon="undo"
      loading={isPending}
      disabled={!isOnline}
      aria-label={t("undo.named", { what })}
      onClick={() => void press()}
    >
      {t("undo")}
    </Button>
  );
}
