import { useMemo } from "react";
import * as z from "zod/mini";
import { useDraft } from "#web/forms/draft.ts";
import { type ProofPolicy, ProofRule } from "../contract/api.ts";

/** Rules that were changed but not saved, and the version that they were made from. */
const StoredDraft = z.strictObject({ version: z.int(), rules: z.array(ProofRule) });
type StoredDraft = z.output<typeof StoredDraft>;

export interface PolicyDraft {
  readonly rules: readonly ProofRule[];
  /** The version that the changes were made on. */
  readonly version: number;
  readonly isChanged: boolean;
  /** Somebody saved a newer policy than the one that was changed. */
  readonly isBehind: boolean;
  readonly set: (rules: readonly ProofRule[]) => void;
  /** Puts the changes on top of another version. */
  readonly rebase: (version: number) => void;
  readonly forget: () => void;
}

/** The policy in force, or what was changed of it in this tab, also after a reload. */
export function usePolicyDraft(policy: ProofPolicy): PolicyDraft {
  const [stored, store] = useDraft<StoredDraft | null>("proofs.policy", null);
  const draft = useMemo(() => StoredDraft.safeParse(stored).data ?? null, [stored]);
  const version = draft?.version ?? policy.version;
  return {
    rules: draft?.rules ?? policy.rules,
    version,
    isChanged: draft !== null,
    isBehind: version !== policy.version,
    set: (rules) => {
      const isSame = version === policy.version && JSON.stringify(rules) === JSON.stringify(policy.rules);
      store(isSame ? null : { version, rules: [...rules] });
    },
    rebase: (next) => draft && store({ ...draft, version: next }),
    forget: () => store(null),
  };
}
