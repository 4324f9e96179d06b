import { FAILURE_PHASES } from "#features/parcels/domain/reasons.ts";
import { changesBetween, rebased } from "#kernel/coded-list.ts";
import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useChangedBy } from "#web/drafts/use-changed-by.ts";
import { useVersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { type ReasonList, reasonsApi } from "../contract/api.ts";
import { ReasonTerms } from "../contract/shapes.ts";
import { byStage } from "../domain/terms.ts";
import { withStanding } from "../domain/check-reasons.ts";
import { PhonePreview } from "./phone-preview.tsx";
import { ReasonRows } from "./reason-rows.tsx";
import { useFaultTexts } from "./reason-words.ts";
import { useNameOf, useReasonNames } from "./use-reason-names.ts";

interface EditorProps {
  inForce: ReasonList;
  onSaved: (fresh: ReasonList) => void;
  onReload: () => void;
}

/** Refusal of reasons that were changed on an older version. */
const STALE = "reasons.changed-meanwhile";

export function ReasonsEditor({ inForce, onSaved, onReload }: EditorProps) {
  const t = useWords("reasons");
  const f = useFormat();
  const draft = useVersionedDraft<ReasonTerms>(
    { version: inForce.version, items: inForce.reasons },
    { name: "reasons.list", item: ReasonTerms, merge: rebased },
  );
  const reasons = draft.items;
  const nameOf = useNameOf();
  const nameInForce = useReasonNames(inForce.reasons);
  const faultsOf = useFaultTexts(inForce.reasons);
  // On an older list it may lack what others added: that is said by itself.
  const faults = draft.isBehind ? [] : faultsOf(reasons);
  const { save, send } = useVersionedSave(reasonsApi.editReasons, {
    draft,
    stale: STALE,
    onSaved,
    onReload,
    savedText: () => t("saved"),
  });
  const theirs = draft.isBehind ? changesBetween(draft.base, inForce.reasons) : [];
  const changes = f.list(theirs.map((one) => (one === "order" ? t("behind.order") : nameInForce(one))));
  const { at, by } = useChangedBy(inForce);
  return (
    <DraftFrame
      title={t("title")}
      detail={at === undefined ? t("unchanged") : t("changed-at", { at, by })}
      draft={draft}
      save={save}
      stale={STALE}
      topic="reasons"
      file={{
        kind: "failure-reasons",
        item: ReasonTerms,
        nameOf,
        keyOf: ({ code }) => code,
        adopt: (read) => byStage(withStanding(read, reasons)),
        check: (read) =>
          faultsOf(withStanding(read, reasons)).map(({ path, text }) => ({
            path: Number.parseInt(path, 10) < read.length ? path : "",
            text,
          })),
      }}
      onSave={() => void (faults.length === 0 && send({ version: draft.version, reasons: [...reasons] }))}
      behind={t("behind.text", { by, changes })}
    >
      {faults.length > 0 && (
        <Banner tone="trouble" urgent>
          <ul>
            {faults.map(({ path, text }) => (
              <li key={path + text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className="draft-columns">
        <div className="draft">
          <Banner icon="info">
            <p>{t("about")}</p>
            <p>{t("about.kept")}</p>
          </Banner>
          {FAILURE_PHASES.map((phase) => (
            <ReasonRows
              key={phase}
              phase={phase}
              reasons={reasons}
              saved={inForce.reasons}
              onChange={draft.set}
            />
          ))}
        </div>
        <PhonePreview reasons={reasons} />
      </div>
    </DraftFrame>
  );
}
