import { useState } from "react";
import type { FailurePhase } from "#features/parcels/domain/reasons.ts";
import { SwitchRow, type SwitchRowProps } from "#web/drafts/row-tools.tsx";
import { useOrder } from "#web/drafts/use-order.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type ReasonTerms, writableReason } from "../contract/shapes.ts";
import { isLastOn } from "../domain/check-reasons.ts";
import { byStage, fixedReason, MAX_OWN_REASONS, newReason } from "../domain/terms.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { useTermsText } from "./reason-words.ts";
import { useReasonNames } from "./use-reason-names.ts";

interface ReasonRowsProps {
  phase: FailurePhase;
  /** All of the company. */
  reasons: readonly ReasonTerms[];
  /** Those by which something may have been recorded: they can be switched off, not taken away. */
  saved: readonly ReasonTerms[];
  onChange: (reasons: readonly ReasonTerms[]) => void;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Letters of a code that no other company's file has, either. */
const randomLetters = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join("");

/** The reasons of one stage, in the order in which couriers are offered them. */
export function ReasonRows({ phase, reasons, saved, onChange }: ReasonRowsProps) {
  const t = useWords("reasons");
  const nameOf = useReasonNames(reasons);
  const [editing, setEditing] = useState<ReasonTerms>();
  const [isRefused, setRefused] = useState(false);
  const rows = reasons.filter((one) => one.phase === phase);
  const others = reasons.filter((one) => one.phase !== phase);
  const isNew = ({ code }: ReasonTerms) => reasons.every((one) => one.code !== code);
  const canAdd = reasons.filter(({ code }) => !fixedReason(code)).length < MAX_OWN_REASONS;
  const { move, keys, said } = useOrder(
    rows,
    (next) => onChange(byStage([...others, ...next])),
    ({ code }, place) => t("moved", { name: nameOf(code), ...place }),
  );
  const put = (reason: ReasonTerms) => {
    onChange(
      isNew(reason)
        ? byStage([...reasons, reason])
        : reasons.map((one) => (one.code === reason.code ? reason : one)),
    );
    setEditing(undefined);
  };
  const turn = (reason: ReasonTerms, isOn: boolean) => {
    const isLast = !isOn && isLastOn(reasons, reason);
    setRefused(isLast);
    if (!isLast) put({ ...reason, isOn });
  };
  const id = `reasons-${phase}`;
  return (
    <section aria-labelledby={id}>
      <header className="draft-head">
        <h2 className="title" id={id}>
          {t(`phase.${phase}`)}
        </h2>
        <span className="quiet small draft-hint">{t(`order.${phase}`)}</span>
        {canAdd && (
          <Button icon="add" onClick={() => setEditing(writableReason(newReason(phase, randomLetters())))}>
            {t(`add.${phase}`)}
          </Button>
        )}
      </header>
      {isRefused && (
        <Banner tone="trouble" urgent>
          {t("refusal.last-on")}
        </Banner>
      )}
      <ol className="draft-list">
        {rows.map((reason, at) => (
          <ReasonRow
            key={reason.code}
            reason={reason}
            name={nameOf(reason.code)}
            at={at}
            count={rows.length}
            onKeys={keys(at)}
            onMove={(to) => move(at, to)}
            onSwitch={(isOn) => turn(reason, isOn)}
            onEdit={() => setEditing(reason)}
            {...(saved.every(({ code }) => code !== reason.code) && {
              onRemove: () => onChange(reasons.filter((one) => one !== reason)),
            })}
          />
        ))}
      </ol>
      <p className="hidden-text" aria-live="polite">
        {said}
      </p>
      {editing && (
        <ReasonDialog
          reason={editing}
          among={reasons}
          saved={saved}
          name={isNew(editing) ? undefined : nameOf(editing.code)}
          onClose={() => setEditing(undefined)}
          onSave={put}
        />
      )}
    </section>
  );
}

interface ReasonRowProps extends Pick<
  SwitchRowProps,
  "name" | "at" | "count" | "onKeys" | "onMove" | "onSwitch" | "onEdit"
> {
  reason: ReasonTerms;
  /** Only where nothing can have been recorded by it. */
  onRemove?: () => void;
}

function ReasonRow({ reason, name, ...row }: ReasonRowProps) {
  const t = useWords("reasons");
  const termsText = useTermsText();
  return (
    <SwitchRow
      kind="reason"
      id={`reason-${reason.code}`}
      isOn={reason.isOn}
      words={{
        on: t("on", { name }),
        up: t("up", { name }),
        down: t("down", { name }),
        edit: t("edit", { name }),
        remove: t("delete", { name }),
      }}
      name={name}
      {...row}
    >
      <span className="quiet small">{reason.isOn ? termsText(reason) : t("off")}</span>
    </SwitchRow>
  );
}
