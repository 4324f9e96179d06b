import { useWords } from "#web/i18n/words.ts";
import type { BoardSearch } from "../contract/board-search.ts";

export interface PaneTabsProps {
  value: BoardSearch["tab"];
  counts: { readonly unassigned: number; readonly couriers: number };
  onChange: (tab: BoardSearch["tab"]) => void;
}

/** On a phone, which of the three panes is shown; a wide screen shows all and hides this. */
export function PaneTabs({ value, counts, onChange }: PaneTabsProps) {
  const t = useWords("dispatch");
  const tabs = [
    { value: "unassigned", label: t("unassigned.title"), count: counts.unassigned },
    { value: "couriers", label: t("couriers.title"), count: counts.couriers },
    { value: "map", label: t("map.title"), count: undefined },
  ] as const;
  return (
    <div className="pane-tabs" role="group" aria-label={t("board.panes")}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className="pane-tab"
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="chip-count">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
