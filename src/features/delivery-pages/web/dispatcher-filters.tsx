import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip, FilterChip } from "#web/ui/chip.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { FilterSelect } from "#web/ui/overlays/filter-select.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { DeliveryState } from "#features/deliveries/contract/shapes.ts";
import { SavedViews } from "#features/views/web/public.tsx";
import { isFiltered, ListSearch, NO_FILTER, statesOf } from "../contract/list-search.ts";

export interface DispatcherFiltersProps {
  search: ListSearch;
  setSearch: PageProps<object, ListSearch>["setSearch"];
  /** Couriers seen in the list, by id. */
  couriers: ReadonlyMap<string, string>;
}

/** Filters of the list: a text, days, a courier, and states with how many are in each. */
export function DispatcherFilters({ search, setSearch, couriers }: DispatcherFiltersProps) {
  const t = useWords("delivery-pages");
  return (
    <div className="filters" role="search">
      <div className="filters-row">
        <SearchBox
          label={t("list.search")}
          value={search.q}
          onChange={(q) => setSearch({ q, pages: 1 }, { replace: true })}
        />
        <DateBox
          label={t("list.from")}
          value={search.from}
          max={search.to}
          onChange={(from) => setSearch({ from, pages: 1 })}
        />
        <DateBox
          label={t("list.to")}
          value={search.to}
          min={search.from}
          onChange={(to) => setSearch({ to, pages: 1 })}
        />
        {search.courier === "" ? (
          couriers.size > 0 && (
            <FilterSelect
              label={t("list.courier")}
              options={[
                ["", t("list.any-courier")],
                ...[...couriers].toSorted((a, b) => a[1].localeCompare(b[1])),
              ]}
              value=""
              onChange={(courier) => setSearch({ courier, pages: 1 })}
            />
          )
        ) : (
          <Chip icon="person" onRemove={() => setSearch({ courier: "", pages: 1 })}>
            {couriers.get(search.courier) ?? t("list.one-courier")}
          </Chip>
        )}
        <SavedViews
          page="deliveries"
          parser={ListSearch}
          search={search}
          onChoose={(filter, options) => setSearch({ ...filter, pages: 1 }, options)}
        />
        {isFiltered(search) && (
          <Button variant="text" size="small" icon="close" onClick={() => setSearch(NO_FILTER)}>
            {t("list.clear")}
          </Button>
        )}
      </div>
      <StateChips search={search} setSearch={setSearch} />
    </div>
  );
}

/** States that something is in, and those chosen. Several may be on at once. */
function StateChips({ search, setSearch }: Omit<DispatcherFiltersProps, "couriers">) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const counts = useQuery({
    queryKey: ["delivery-counts"],
    queryFn: ({ signal }) => call(deliveriesApi.countStates, {}, { signal }),
  });
  const chosen = statesOf(search);
  const countOf = new Map(counts.data?.counts.map(({ state, count }) => [state, count]));
  const shown = DeliveryState.options.filter(
    (state) => (countOf.get(state) ?? 0) > 0 || chosen.includes(state),
  );
  const set = (state: string, on: boolean) => {
    const next = on ? [...chosen, state] : chosen.filter((one) => one !== state);
    setSearch({ states: next.join(","), pages: 1 });
  };
  return (
    <div className="filters-states" role="group" aria-label={t("list.state")}>
      {shown.map((state) => (
        <FilterChip
          key={state}
          selected={chosen.includes(state)}
          count={countOf.get(state) ?? 0}
          onChange={(on) => set(state, on)}
        >
          {shared(`state.${state}`)}
        </FilterChip>
      ))}
    </div>
  );
}
