import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { FilterSelect } from "#web/ui/overlays/filter-select.tsx";
import { EXCEPTION_KINDS } from "../domain/kinds.ts";
import type { QueueSearch } from "./queue-search.ts";

interface QueueFiltersProps {
  search: QueueSearch;
  setSearch: PageProps<object, QueueSearch>["setSearch"];
}

/** Open or resolved, one's own, and of which kind. */
export function QueueFilters({ search, setSearch }: QueueFiltersProps) {
  const t = useWords("exceptions");
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
      <FilterSelect
        label={t("queue.kind")}
        options={[
          ["", t("queue.any-kind")],
          ...EXCEPTION_KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const),
        ]}
        value={search.kind}
        onChange={(kind) => setSearch({ kind, id: "" })}
      />
    </div>
  );
}
