import type { Ref } from "react";
import { addDays, instantAt } from "#kernel/local-time.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Board } from "../contract/board.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { SavedViews } from "#features/views/web/public.tsx";
import { BoardSearch } from "../contract/board-search.ts";
import type { Liveness } from "./use-board.ts";

export interface BoardHeaderProps {
  board: Board;
  search: BoardSearch;
  setSearch: (patch: Partial<BoardSearch>, options?: { replace?: boolean }) => void;
  today: string;
  liveness: Liveness;
  late: number;
  done: number;
  searchRef: Ref<HTMLInputElement>;
  onHelp: () => void;
  extra: React.ReactNode;
}

/** Which day, what of it, and whether the news arrive. */
export function BoardHeader(props: BoardHeaderProps) {
  const { board, search, setSearch, today, liveness, late, done, searchRef, onHelp, extra } = props;
  const t = useWords("dispatch");
  const lateness = useWords("lateness");
  const { levels, nameOf } = useLevelNames();
  const f = useFormat();
  const goTo = (date: string) => setSearch({ date: date === today ? "" : date });
  return (
    <header className="board-head">
      <h1 className="hidden-text">{t("board.title")}</h1>
      <div className="day-switch" role="group" aria-label={t("day.label")}>
        <IconButton icon="arrow-back" label={t("day.before")} onClick={() => goTo(addDays(board.date, -1))} />
        <label className="day-pick">
          <span className="strong">
            {f.day(instantAt(board.date, "12:00", board.timezone), board.timezone)}
          </span>
          <Icon name="down" size="small" />
          <input
            type="date"
            aria-label={t("day.pick")}
            value={board.date}
            onChange={(event) => event.target.value !== "" && goTo(event.target.value)}
            onClick={(event) => event.currentTarget.showPicker?.()}
          />
        </label>
        <IconButton
          icon="arrow-forward"
          label={t("day.after")}
          onClick={() => goTo(addDays(board.date, 1))}
        />
        {board.date !== today && (
          <Button variant="text" size="small" onClick={() => goTo(today)}>
            {t("day.today")}
          </Button>
        )}
      </div>
      <div className="board-filters" role="search">
        <label className="board-search">
          <Icon name="search" size="small" />
          <input
            ref={searchRef}
            type="search"
            dir="auto"
            value={search.q}
            placeholder={t("filter.search")}
            aria-label={t("filter.search")}
            onChange={(event) => setSearch({ q: event.target.value }, { replace: true })}
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
        <FilterChip
          selected={search.late === "1"}
          icon="clock"
          count={late}
          means={lateness("means")}
          onChange={(on) => setSearch({ late: on ? "1" : "" }, { replace: true })}
        >
          {t("filter.late")}
        </FilterChip>
        <FilterChip
          selected={search.done === "1"}
          icon="check-circle"
          count={done}
          onChange={(on) => setSearch({ done: on ? "1" : "" }, { replace: true })}
        >
          {t("filter.done")}
        </FilterChip>
        <label className="board-level">
          <span className="hidden-text">{t("filter.level")}</span>
          <select
            value={search.level}
            onChange={(event) => setSearch({ level: event.target.value }, { replace: true })}
          >
            <option value="">{t("filter.any-level")}</option>
            {levels.map(({ code }) => (
              <option key={code} value={code}>
                {nameOf(code)}
              </option>
            ))}
          </select>
          <Icon name="down" size="small" />
        </label>
        <SavedViews compact page="board" parser={BoardSearch} search={search} onChoose={setSearch} />
      </div>
      <div className="board-state">
        <Button icon="add" size="small" variant="tonal" href="/d/new">
          {t("board.new")}
        </Button>
        {extra}
        <span className={`liveness liveness-${liveness}`} role="status">
          <span className="liveness-dot" aria-hidden="true" />
          {t(`live.${liveness}`)}
        </span>
        <IconButton icon="help" label={t("keys.title")} onClick={onHelp} />
      </div>
    </header>
  );
}
