import { useMemo, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useVersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { type ProofPolicy, ProofRule, proofsApi } from "../contract/api.ts";
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

/** Refusal of rules that were changed on an older version. */
const STALE = "proofs.changed-meanwhile";

export function PolicyEditor({ policy, onSaved, onReload }: EditorProps) {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency, timezone: zone } = useConfig();
  const draft = useVersionedDraft<ProofRule>(
    { version: policy.version, items: policy.rules },
    { name: "proofs.policy", item: ProofRule },
  );
  const rules = draft.items;
  const [example, setExample] = useState<Example>(FIRST_EXAMPLE);
  const [refused, setRefused] = useState<Refused>();
  const ends = useMemo(() => {
    const facts = factsOf(example, currency);
    return facts && tryOut(rules, facts);
  }, [rules, example, currency]);
  const fired = new Set(ends?.flatMap(({ needs }) => needs.flatMap(({ ruleIds }) => ruleIds)));
  const { save, send } = useVersionedSave(proofsApi.editProofPolicy, {
    draft,
    stale: STALE,
    onSaved,
    onReload,
    savedText: () => t("policy.saved"),
  });
  const sendRules = async () => {
    const error = await send({ version: draft.version, rules: [...rules] });
    if (error !== undefined) setRefused({ rules, faults: faultsOf(error, rules) });
  };
  const faults = refused?.rules === rules ? refused.faults : NO_FAULTS;
  return (
    <DraftFrame
      title={t("policy.title")}
      detail={
        policy.changedAt === null
          ? t("policy.unchanged")
          : t("policy.changed-at", { at: f.dateTime(policy.changedAt, zone) })
      }
      draft={draft}
      save={save}
      stale={STALE}
      topic="proof-policy"
      file={{ kind: "proof-policy", item: ProofRule, nameOf: ({ id }) => id }}
      onSave={() => void sendRules()}
      behind={t("behind.text")}
      isTold={faults.size > 0}
    >
      <div className="draft-columns">
        <RuleList rules={rules} fired={fired} faults={faults} onChange={draft.set} />
        <TryCard example={example} onChange={setExample} rules={rules} ends={ends} />
      </div>
    </DraftFrame>
  );
}
