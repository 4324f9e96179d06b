import { useEffect, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { POLICY_RULES, type ProofRule } from "../contract/api.ts";
import { PROOF_ENDS, PROOF_PHASES } from "../domain/needs.ts";
import { useLatest } from "#web/ui/use-latest.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { newRuleId } from "./rule-text.ts";
import { useRuleWords } from "./rule-words.ts";

interface RuleListProps {
  rules: readonly ProofRule[];
  /** Rules that ask something of the example. */
  fired: ReadonlySet<string>;
  /** Sentence of the server about each rule that it refused. */
  faults: ReadonlyMap<string, string>;
  onChange: (rules: readonly ProofRule[]) => void;
}

const rankOf = ({ phase, end }: ProofRule): number =>
  PROOF_PHASES.indexOf(phase) * PROOF_ENDS.length + PROOF_ENDS.indexOf(end);

/** Rules in the order of the work; the strictest one counts, whatever their order. */
export const inOrder = (rules: readonly ProofRule[]): readonly ProofRule[] =>
  rules.toSorted((a, b) => rankOf(a) - rankOf(b));

export function RuleList({ rules, fired, faults, onChange }: RuleListProps) {
  const t = useWords("proofs");
  const [editing, setEditing] = useState<ProofRule | "new">();
  const latest = useLatest(rules);
  useEffect(() => {
    const [firstWrong] = faults.keys();
    if (firstWrong !== undefined) document.getElementById(`proof-rule-${firstWrong}-edit`)?.focus();
  }, [faults]);
  const remove = (rule: ProofRule) => {
    onChange(rules.filter(({ id }) => id !== rule.id));
    const undo = () => onChange([...latest.current, rule]);
    showSnack({ text: t("rule.removed"), undo, topic: "proof-policy" });
  };
  const save = (rule: ProofRule) => {
    const at = rules.findIndex(({ id }) => id === rule.id);
    onChange(at === -1 ? [...rules, rule] : rules.with(at, rule));
    setEditing(undefined);
  };
  return (
    <section aria-labelledby="proof-rules-title">
      <header className="draft-head">
        <h2 className="title" id="proof-rules-title">
          {t("policy.rules")}
        </h2>
        <span className="quiet small draft-hint">{t("policy.strictest")}</span>
        {rules.length < POLICY_RULES && (
          <Button icon="add" onClick={() => setEditing("new")}>
            {t("rule.add")}
          </Button>
        )}
      </header>
      {rules.length === 0 ? (
        <StateMessage kind="empty" icon="signature" title={t("policy.empty.title")}>
          <p>{t("policy.empty.text")}</p>
        </StateMessage>
      ) : (
        <ol className="draft-list">
          {inOrder(rules).map((rule, at) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              number={at + 1}
              isFired={fired.has(rule.id)}
              fault={faults.get(rule.id)}
              onEdit={() => setEditing(rule)}
              onRemove={() => remove(rule)}
            />
          ))}
        </ol>
      )}
      {editing !== undefined && (
        <RuleDialog
          rule={editing === "new" ? undefined : editing}
          newId={newRuleId(rules)}
          onClose={() => setEditing(undefined)}
          onSave={save}
        />
      )}
    </section>
  );
}

interface RuleRowProps {
  rule: ProofRule;
  number: number;
  isFired: boolean;
  fault: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleRow({ rule, number, isFired, fault, onEdit, onRemove }: RuleRowProps) {
  const t = useWords("proofs");
  const { title, when, required, preferred } = useRuleWords()(rule);
  return (
    <li
      className={classes(
        "proof-rule",
        isFired && "proof-rule-fired",
        fault !== undefined && "proof-rule-wrong",
      )}
      data-testid="proof-rule"
    >
      <span className="figure quiet" aria-hidden="true">
        {number}
      </span>
      <span className="draft-text">
        <span className="strong">{title}</span>
        {required !== undefined && <span>{t("rule.requires", { needs: required })}</span>}
        {preferred !== undefined && <span>{t("rule.prefers", { needs: preferred })}</span>}
        <span className="quiet small">{when}</span>
        {fault !== undefined && (
          <span className="field-error" role="alert">
            <Icon name="error" size="small" />
            {fault}
          </span>
        )}
      </span>
      <span className="draft-tools">
        <IconButton
          id={`proof-rule-${rule.id}-edit`}
          icon="edit"
          label={t("rule.edit", { n: number, title })}
          onClick={onEdit}
        />
        <IconButton icon="delete" label={t("rule.remove", { n: number, title })} onClick={onRemove} />
      </span>
    </li>
  );
}
