import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useChangedBy } from "#web/drafts/use-changed-by.ts";
import { useVersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { type SlotDay, type SlotRow, type Slots, slotsApi } from "../../contract/api.ts";
import { DayList } from "./day-list.tsx";
import { LoadCard } from "./load-card.tsx";
import { changedOf, itemsOf, mergeItems, PlanItem, planOf } from "./plan-items.ts";
import { usePlanWords } from "./plan-words.ts";
import { WeekGrid } from "./week-grid.tsx";

interface EditorProps {
  inForce: Slots;
  onSaved: (fresh: Slots) => void;
  onReload: () => void;
}

/** Refusal of places that were changed on an older version. */
const STALE = "capacity.changed-meanwhile";

export function CapacityEditor({ inForce, onSaved, onReload }: EditorProps) {
  const t = useWords("capacity");
  const f = useFormat();
  const zone = useZone();
  const { nameOf } = usePlanWords();
  const draft = useVersionedDraft<PlanItem>(
    { version: inForce.version, items: itemsOf(inForce) },
    { name: "slots.plan", item: PlanItem, merge: mergeItems },
  );
  const { rows, days } = planOf(draft.items);
  const { save, send } = useVersionedSave(slotsApi.editSlots, {
    draft,
    stale: STALE,
    onSaved,
    onReload,
    savedText: () => t("saved"),
  });
  const set = (next: { rows?: SlotRow[]; days?: SlotDay[] }) =>
    draft.set(itemsOf({ rows: next.rows ?? rows, days: next.days ?? days }));
  const theirs = draft.isBehind ? changedOf(draft.base, inForce) : [];
  const { at, by } = useChangedBy(inForce);
  return (
    <DraftFrame
      title={t("title")}
      detail={at === undefined ? t("unchanged") : t("changed-at", { at, by })}
      draft={draft}
      save={save}
      stale={STALE}
      topic="slots"
      file={{ kind: "slots", item: PlanItem, nameOf }}
      onSave={() => void send({ version: draft.version, rows, days })}
      behind={t("behind.text", { by, changes: f.list(theirs.map(nameOf)) })}
    >
      <div className="draft-columns">
        <div className="draft">
          <WeekGrid
            rows={rows}
            onChange={(next) => {
              const names = new Set(next.map(({ id }) => id));
              const kept = days.map((day) => ({
                ...day,
                places: Object.fromEntries(Object.entries(day.places).filter(([id]) => names.has(id))),
              }));
              set({ rows: next, days: kept });
            }}
          />
          <DayList rows={rows} days={days} zone={zone} onChange={(next) => set({ days: next })} />
        </div>
        <LoadCard />
      </div>
    </DraftFrame>
  );
}
