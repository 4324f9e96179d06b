import type { ReactNode } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { RuleSet } from "./rule-file.ts";
import { RuleFileMenu } from "./rule-file-menu.tsx";
import type { VersionedDraft } from "./use-versioned-draft.ts";
import "./words.ts";
import "./drafts.css";

interface DraftFrameProps<I extends object> {
  title: string;
  detail: string;
  draft: VersionedDraft<I>;
  save: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  /** Code of the refusal of changes that were made on an older version. */
  stale: string;
  /** One snack of this topic shows at a time. */
  topic: string;
  onSave: () => void;
  onDiscard?: () => void;
  /** The button that sends; "Save" by default. */
  does?: { readonly label: string; readonly icon: IconName };
  /** The set of rules that the page may write to a file and read from one. */
  file?: RuleSet<I>;
  /** More buttons of the head. */
  actions?: ReactNode;
  /** Sentence about changes that are not sent. */
  unsaved?: string;
  /** Tells the version that somebody else saved meanwhile. */
  behind: ReactNode;
  /** A way to read it. */
  renderLook?: (ways: { readonly keep: () => void; readonly take: () => void }) => ReactNode;
  /** The refusal is told at the items at fault. */
  isTold?: boolean;
  children: ReactNode;
}

/** A list that is changed at leisure and saved as a whole: its head, and what became of the changes. */
export function DraftFrame<I extends object>(props: DraftFrameProps<I>) {
  const { draft, save, topic, isTold = false } = props;
  const t = useWords("drafts");
  useAskBeforeClose(draft.isChanged);
  const take = () => {
    const kept = draft.items;
    draft.forget();
    props.onDiscard?.();
    save.reset();
    showSnack({ text: t("discarded"), undo: () => draft.set(kept), topic });
  };
  const keep = () => {
    draft.rebase();
    save.reset();
  };
  const isStale = draft.isBehind || isProblem(save.error, props.stale);
  return (
    <div className="draft">
      <PageHeader
        title={props.title}
        detail={props.detail}
        actions={<HeadActions {...props} onTake={take} />}
      />
      {draft.isBehind ? (
        <BehindBanner {...props} onTake={take} onKeep={keep} />
      ) : (
        draft.isChanged && <Banner icon="edit">{props.unsaved ?? t("unsaved")}</Banner>
      )}
      {!isStale && !isTold && <RefusalNote error={save.error} />}
      {props.children}
    </div>
  );
}

function HeadActions<I extends object>(props: DraftFrameProps<I> & { onTake: () => void }) {
  const { draft, actions, file } = props;
  if (!draft.isChanged && !actions && !file) return null;
  return (
    <>
      {file && <RuleFileMenu set={file} draft={draft} />}
      {actions}
      {draft.isChanged && <HeadButtons {...props} />}
    </>
  );
}

/** The ways out of a changed list: away with the changes, or into force. */
function HeadButtons<I extends object>({
  save,
  does,
  onSave,
  onTake,
}: DraftFrameProps<I> & { onTake: () => void }) {
  const t = useWords("drafts");
  return (
    <>
      <Button variant="text" icon="undo" onClick={onTake}>
        {t("discard")}
      </Button>
      <Button variant="filled" icon={does?.icon ?? "check"} loading={save.isPending} onClick={onSave}>
        {does?.label ?? t("save")}
      </Button>
    </>
  );
}

type BehindBannerProps<I extends object> = DraftFrameProps<I> & { onTake: () => void; onKeep: () => void };

/** Somebody else saved meanwhile: one's own changes go on top of theirs, or away. */
function BehindBanner<I extends object>({ behind, renderLook, onTake, onKeep }: BehindBannerProps<I>) {
  const t = useWords("drafts");
  const ways = (
    <>
      {renderLook?.({ keep: onKeep, take: onTake }) ?? (
        <Button variant="text" onClick={onTake}>
          {t("take")}
        </Button>
      )}
      <Button variant="text" onClick={onKeep}>
        {t("keep")}
      </Button>
    </>
  );
  return (
    <Banner tone="warning" urgent actions={ways}>
      {behind}
    </Banner>
  );
}
