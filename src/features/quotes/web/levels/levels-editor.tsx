import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useVersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { LevelTerms, levelsApi, type ServiceLevels } from "../../contract/levels.ts";
import { changesBetween, rebased } from "../../domain/check-levels.ts";
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
  const zone = useZone();
  const nameOf = useNamesOf(inForce.levels);
  const draft = useVersionedDraft<LevelTerms>(
    { version: inForce.version, items: inForce.levels },
    { name: "quotes.levels", item: LevelTerms, merge: rebased },
  );
  const levels = draft.items;
  const save = useCommand(levelsApi.editServiceLevels, {
    onDone: (fresh) => {
      onSaved(fresh);
      draft.forget();
      showSnack({ text: t("saved") });
    },
  });
  const send = async () => {
    try {
      await save.mutateAsync({ version: draft.version, levels: [...levels] });
    } catch (error) {
      if (isProblem(error, STALE)) onReload();
    }
  };
  const theirs = draft.isBehind ? changesBetween(draft.base, inForce.levels) : [];
  const changes = f.list(theirs.map((one) => (one === "order" ? t("behind.order") : nameOf(one))));
  return (
    <DraftFrame
      title={t("title")}
      detail={
        inForce.changedAt === null
          ? t("unchanged")
          : t("changed-at", {
              at: f.dateTime(inForce.changedAt, zone),
              by: inForce.changedBy ?? t("somebody"),
            })
      }
      draft={draft}
      save={save}
      stale={STALE}
      topic="service-levels"
      onSave={() => void send()}
      behind={t("behind.text", { by: inForce.changedBy ?? t("somebody"), changes })}
    >
      <div className="draft-columns">
        <LevelList levels={levels} saved={inForce.levels.map(({ code }) => code)} onChange={draft.set} />
        <OffersPreview levels={levels} />
      </div>
    </DraftFrame>
  );
}
