import { AUDIT_GROUPS } from "#contract/audit-acts.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
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

interface FilterSelectProps<V extends string> {
  label: string;
  options: readonly (readonly [value: V, label: string])[];
  value: V;
  onChange: (value: V) => void;
}

function FilterSelect<V extends string>({ label, options, value, onChange }: FilterSelectProps<V>) {
  const choose = (chosen: string) => {
    const found = options.find(([one]) => one === chosen);
    if (found) onChange(found[0]);
  };
  return (
    <label className="filter-box">
      <span className="hidden-text">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </label>
  );
}
