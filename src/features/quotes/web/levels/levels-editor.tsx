import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { changesBetween, rebased } from "#kernel/coded-list.ts";
import { useChangedBy } from "#web/drafts/use-changed-by.ts";
import { useVersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { LevelTerms, levelsApi, type ServiceLevels } from "../../contract/levels.ts";
import { LevelList } from "./level-list.tsx";
import { useNamesOf } from "./use-level-names.ts";
import { OffersPreview } from "./offers-preview.tsx";

interface EditorProps {
  inForce: ServiceLevels;
  onSaved: (fresh: ServiceLevels) => void;
  onReload: () => void;
}

/** Refusal of terms that were changed on an older version. */
const STALE = "levels.changed-meanwhile";

export function LevelsEditor({ inForce, onSaved, onReload }: EditorProps) {
  const t = useWords("levels");
  const f = useFormat();
  const { at, by } = useChangedBy(inForce);
  const nameOf = useNamesOf(inForce.levels);
  const draft = useVersionedDraft<LevelTerms>(
    { version: inForce.version, items: inForce.levels },
    { name: "quotes.levels", item: LevelTerms, merge: rebased },
  );
  const levels = draft.items;
  const { save, send } = useVersionedSave(levelsApi.editServiceLevels, {
    draft,
    stale: STALE,
    onSaved,
    onReload,
    savedText: () => t("saved"),
  });
  const theirs = draft.isBehind ? changesBetween(draft.base, inForce.levels) : [];
  const changes = f.list(theirs.map((one) => (one === "order" ? t("behind.order") : nameOf(one))));
  return (
    <DraftFrame
      title={t("title")}
      detail={at === undefined ? t("unchanged") : t("changed-at", { at, by })}
      draft={draft}
      save={save}
      stale={STALE}
      topic="service-levels"
      file={{ kind: "service-levels", item: LevelTerms, nameOf: ({ code }) => nameOf(code) }}
      onSave={() => void send({ version: draft.version, levels: [...levels] })}
      behind={t("behind.text", { by, changes })}
    >
      <div className="draft-columns">
        <LevelList levels={levels} saved={inForce.levels.map(({ code }) => code)} onChange={draft.set} />
        <OffersPreview levels={levels} />
      </div>
    </DraftFrame>
  );
}
