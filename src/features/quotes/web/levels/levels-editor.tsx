import { useMemo } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { levelsApi, type ServiceLevels } from "../../contract/levels.ts";
import { LevelList } from "./level-list.tsx";
import { useLevelName } from "./level-words.ts";
import { useLevelsDraft } from "./levels-draft.ts";
import { OffersPreview } from "./offers-preview.tsx";

interface EditorProps {
  inForce: ServiceLevels;
  onSaved: (fresh: ServiceLevels) => void;
  onReload: () => void;
}

export function LevelsEditor({ inForce, onSaved, onReload }: EditorProps) {
  const t = useWords("levels");
  const f = useFormat();
  const zone = useZone();
  const nameOf = useLevelName();
  const draft = useLevelsDraft(inForce);
  useAskBeforeClose(draft.isChanged);
  const { levels, theirs } = draft;
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
      if (isProblem(error, "levels.changed-meanwhile")) onReload();
    }
  };
  const discard = () => {
    const kept = levels;
    draft.forget();
    save.reset();
    showSnack({ text: t("discarded"), undo: () => draft.set(kept), topic: "service-levels" });
  };
  const keepMine = () => {
    draft.rebase();
    save.reset();
  };
  const changes = useMemo(
    () => f.list(theirs.map((one) => (one === "order" ? t("behind.order") : nameOf(one)))),
    [f, t, nameOf, theirs],
  );
  const isStale = theirs.length > 0 || isProblem(save.error, "levels.changed-meanwhile");
  return (
    <div className="levels">
      <PageHeader
        title={t("title")}
        detail={
          inForce.changedAt === null
            ? t("unchanged")
            : t("changed-at", {
                at: f.dateTime(inForce.changedAt, zone),
                by: inForce.changedBy ?? t("somebody"),
              })
        }
        actions={
          draft.isChanged && (
            <>
              <Button variant="text" icon="undo" onClick={discard}>
                {t("discard")}
              </Button>
              <Button variant="filled" icon="check" loading={save.isPending} onClick={() => void send()}>
                {t("save")}
              </Button>
            </>
          )
        }
      />
      {theirs.length > 0 ? (
        <Banner
          tone="warning"
          urgent
          actions={
            <>
              <Button variant="text" onClick={discard}>
                {t("behind.take")}
              </Button>
              <Button variant="text" onClick={keepMine}>
                {t("behind.keep")}
              </Button>
            </>
          }
        >
          {t("behind.text", { by: inForce.changedBy ?? t("somebody"), changes })}
        </Banner>
      ) : (
        draft.isChanged && <Banner icon="edit">{t("unsaved")}</Banner>
      )}
      {!isStale && <RefusalNote error={save.error} />}
      <div className="levels-columns">
        <LevelList levels={levels} onChange={draft.set} />
        <OffersPreview levels={levels} />
      </div>
    </div>
  );
}
