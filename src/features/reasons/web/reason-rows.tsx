import { type KeyboardEvent, useState } from "react";
import type { FailurePhase } from "#features/parcels/domain/reasons.ts";
import { useOrder } from "#web/drafts/use-order.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/choice.tsx";
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
              onDelete: () => onChange(reasons.filter((one) => one !== reason)),
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

interface ReasonRowProps {
  reason: ReasonTerms;
  name: string;
  at: number;
  count: number;
  onKeys: (event: KeyboardEvent) => void;
  onMove: (to: number) => void;
  onSwitch: (isOn: boolean) => void;
  onEdit: () => void;
  /** Only where nothing can have been recorded by it. */
  onDelete?: () => void;
}

function ReasonRow(props: ReasonRowProps) {
  const { reason, name, at, count, onMove } = props;
  const t = useWords("reasons");
  const termsText = useTermsText();
  const id = `reason-${reason.code}`;
  return (
    // The keys belong to the row's own buttons: Alt with an arrow moves the reason whose button has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes("reason", !reason.isOn && "reason-off")}
      data-testid="reason"
      onKeyDown={props.onKeys}
    >
      <Switch
        id={`${id}-on`}
        label={t("on", { name })}
        labelHidden
        checked={reason.isOn}
        onChange={props.onSwitch}
      />
      <span className="reason-text draft-text">
        <span className="strong" dir="auto">
          {name}
        </span>
        <span className="quiet small">{reason.isOn ? termsText(reason) : t("off")}</span>
      </span>
      <span className="reason-tools draft-tools">
        <IconButton
          id={`${id}-up`}
          icon="up"
          label={t("up", { name })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          id={`${id}-down`}
          icon="down"
          label={t("down", { name })}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton id={`${id}-edit`} icon="edit" label={t("edit", { name })} onClick={props.onEdit} />
        {props.onDelete && (
          <IconButton
            id={`${id}-delete`}
            icon="delete"
            label={t("delete", { name })}
            onClick={props.onDelete}
          />
        )}
      </span>
    </li>
  );
}
