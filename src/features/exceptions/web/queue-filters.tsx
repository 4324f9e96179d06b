import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import "#web/ui/styles/filter-box.css";
import { FilterChip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EXCEPTION_KINDS } from "../domain/kinds.ts";
import type { QueueSearch } from "./queue-search.ts";

interface QueueFiltersProps {
  search: QueueSearch;
  setSearch: PageProps<object, QueueSearch>["setSearch"];
}

/** Open or resolved, one's own, and of which kind. */
export function QueueFilters({ search, setSearch }: QueueFiltersProps) {
  const t = useWords("exceptions");
  const kinds = ["", ...EXCEPTION_KINDS] as const;
  return (
    <div className="exception-filters" role="group" aria-label={t("queue.groups")}>
      {(["open", "resolved"] as const).map((group) => (
        <FilterChip
          key={group}
          selected={search.group === group}
          onChange={() => setSearch({ group, id: "" })}
        >
          {t(`queue.${group}`)}
        </FilterChip>
      ))}
      <FilterChip
        icon="person"
        selected={search.owner === "me"}
        onChange={(on) => setSearch({ owner: on ? "me" : "", id: "" })}
      >
        {t("queue.mine")}
      </FilterChip>
      <label className="filter-box">
        <span className="hidden-text">{t("queue.kind")}</span>
        <select
          value={search.kind}
          onChange={({ target }) =>
            setSearch({ kind: kinds.find((kind) => kind === target.value) ?? "", id: "" })
          }
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind === "" ? t("queue.any-kind") : t(`kind.${kind}`)}
            </option>
          ))}
        </select>
        <Icon name="down" size="small" />
      </label>
    </div>
  );
}
