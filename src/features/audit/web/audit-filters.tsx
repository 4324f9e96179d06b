import { AUDIT_GROUPS } from "#contract/audit-acts.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { FilterSelect } from "#web/ui/overlays/filter-select.tsx";
import type { AuditSearch } from "../contract/filter.ts";

interface AuditFiltersProps {
  search: AuditSearch;
  setSearch: PageProps<object, AuditSearch>["setSearch"];
  /** People seen in the list, by id. */
  people: ReadonlyMap<string, string>;
  /** Absent where nothing is filtered. */
  onClear: (() => void) | undefined;
}

/** Filters of the log: a group of acts, a person, days. */
export function AuditFilters({ search, setSearch, people, onClear }: AuditFiltersProps) {
  const t = useWords("audit");
  const groups = AUDIT_GROUPS.map((group) => [group, t(`group.${group}`)] as const);
  const names = [...people].toSorted((a, b) => a[1].localeCompare(b[1]));
  return (
    <div className="audit-filters" role="search">
      <FilterSelect
        label={t("filter.group")}
        options={[["all", t("filter.all")], ...groups]}
        value={search.group}
        onChange={(group) => setSearch({ group })}
      />
      {search.person === "" ? (
        <FilterSelect
          label={t("filter.person")}
          options={[["", t("filter.anybody")], ...names]}
          value=""
          onChange={(person) => setSearch({ person })}
        />
      ) : (
        <Chip icon="person" onRemove={() => setSearch({ person: "" })}>
          {people.get(search.person) ?? t("filter.one")}
        </Chip>
      )}
      <DateBox
        label={t("filter.from")}
        value={search.from}
        max={search.to}
        onChange={(from) => setSearch({ from })}
      />
      <DateBox
        label={t("filter.to")}
        value={search.to}
        min={search.from}
        onChange={(to) => setSearch({ to })}
      />
      {onClear && (
        <Button variant="text" size="small" icon="close" onClick={onClear}>
          {t("filter.clear")}
        </Button>
      )}
    </div>
  );
}
