import { useMemo, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type ProofPolicy, type ProofRule, proofsApi } from "../contract/api.ts";
import { usePolicyDraft } from "./policy-draft.ts";
import { RuleList } from "./rule-list.tsx";
import { type Example, FIRST_EXAMPLE, TryCard, factsOf, tryOut } from "./try-out.tsx";

interface EditorProps {
  policy: ProofPolicy;
  onSaved: (fresh: ProofPolicy) => void;
  onReload: () => void;
}

/** Rules that the server refused, and its sentence about each; they count until the rules change. */
interface Refused {
  readonly rules: readonly ProofRule[];
  readonly faults: ReadonlyMap<string, string>;
}
const NO_FAULTS: Refused["faults"] = new Map();

function faultsOf(error: unknown, rules: readonly ProofRule[]): Refused["faults"] {
  const fields = isProblem(error) ? error.fields : [];
  return new Map(
    fields.flatMap(({ path, code }) => {
      const rule = rules[Number(/^rules\.(\d+)/.exec(path)?.[1])];
      return rule ? [[rule.id, refusalSentence(code, {}) ?? code] as const] : [];
    }),
  );
}

export function PolicyEditor({ policy, onSaved, onReload }: EditorProps) {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency, timezone: zone } = useConfig();
  const draft = usePolicyDraft(policy);
  useAskBeforeClose(draft.isChanged);
  const { rules } = draft;
  const [example, setExample] = useState<Example>(FIRST_EXAMPLE);
  const [refused, setRefused] = useState<Refused>();
  const ends = useMemo(() => {
    const facts = factsOf(example, currency);
    return facts && tryOut(rules, facts);
  }, [rules, example, currency]);
  const fired = new Set(ends?.flatMap(({ needs }) => needs.flatMap(({ ruleIds }) => ruleIds)));
  const save = useCommand(proofsApi.editProofPolicy, {
    onDone: (fresh) => {
      onSaved(fresh);
      draft.forget();
      showSnack({ text: t("policy.saved") });
    },
  });
  const send = async () => {
    try {
      await save.mutateAsync({ version: draft.version, rules: [...rules] });
    } catch (error) {
      if (isProblem(error, "proofs.changed-meanwhile")) onReload();
      setRefused({ rules, faults: faultsOf(error, rules) });
    }
  };
  const discard = () => {
    const kept = rules;
    draft.forget();
    save.reset();
    showSnack({ text: t("policy.discarded"), undo: () => draft.set(kept), topic: "proof-policy" });
  };
  const keepMine = () => {
    draft.rebase(policy.version);
    save.reset();
  };
  const faults = refused?.rules === rules ? refused.faults : NO_FAULTS;
  const isStale = draft.isBehind || isProblem(save.error, "proofs.changed-meanwhile");
  return (
    <div className="proof-policy">
      <PageHeader
        title={t("policy.title")}
        detail={
          policy.changedAt === null
            ? t("policy.unchanged")
            : t("policy.changed-at", { at: f.dateTime(policy.changedAt, zone) })
        }
        actions={
          draft.isChanged && (
            <>
              <Button variant="text" icon="undo" onClick={discard}>
                {t("policy.discard")}
              </Button>
              <Button variant="filled" icon="check" loading={save.isPending} onClick={() => void send()}>
                {t("policy.save")}
              </Button>
            </>
          )
        }
      />
      {draft.isBehind ? (
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
          {t("behind.text")}
        </Banner>
      ) : (
        draft.isChanged && <Banner icon="edit">{t("policy.unsaved")}</Banner>
      )}
      {!isStale && faults.size === 0 && <RefusalNote error={save.error} />}
      <div className="proof-columns">
        <RuleList rules={rules} fired={fired} faults={faults} onChange={draft.set} />
        <TryCard example={example} onChange={setExample} rules={rules} ends={ends} />
      </div>
    </div>
  );
}
