import { useMemo } from "react";
import * as z from "zod/mini";
import { useDraft } from "#web/forms/draft.ts";
import type { PriceList } from "../contract/api.ts";
import { PriceRule } from "../contract/price-list.ts";

/** Rules that were changed but not published, and the version that they were made from. */
const PriceDraft = z.strictObject({ version: z.int(), rules: z.array(PriceRule) });
type PriceDraft = z.output<typeof PriceDraft>;

export interface Draft {
  readonly rules: readonly PriceRule[];
  /** The version that the changes were made on. */
  readonly version: number;
  readonly isChanged: boolean;
  /** Somebody published a newer list than the one that was changed. */
  readonly isBehind: boolean;
  readonly set: (rules: readonly PriceRule[]) => void;
  /** Puts the changes on top of another version. */
  readonly rebase: (version: number) => void;
  readonly forget: () => void;
}

/** The list on the screen: the published one, or what was changed in this tab, also after a reload. */
export function usePriceDraft(list: PriceList): Draft {
  const [stored, store] = useDraft<PriceDraft | null>("quotes.price-list", null);
  // The same rules stay the same array: checks and prices are computed anew only when they change.
  const draft = useMemo(() => PriceDraft.safeParse(stored).data ?? null, [stored]);
  const version = draft?.version ?? list.version;
  return {
    rules: draft?.rules ?? list.rules,
    version,
    isChanged: draft !== null,
    isBehind: version !== list.version,
    set: (rules) => {
      const isSame = version === list.version && JSON.stringify(rules) === JSON.stringify(list.rules);
      store(isSame ? null : { version, rules: [...rules] });
    },
    rebase: (next) => draft && store({ ...draft, version: next }),
    forget: () => store(null),
  };
}

/** A copy with one rule at another place; the same list when there is no such place. */
export function moved(rules: readonly PriceRule[], from: number, to: number): readonly PriceRule[] {
  const rule = rules[from];
  if (!rule || to < 0 || to >= rules.length || from === to) return rules;
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}

/** A new charge comes before minimum, maximum and tax, which close a list. */
export function placeOfNew(rules: readonly PriceRule[], kind: PriceRule["do"]["kind"]): number {
  if (["minimum", "maximum", "tax"].includes(kind)) return rules.length;
  const closing = rules.findIndex((rule) => ["minimum", "maximum", "tax"].includes(rule.do.kind));
  return closing === -1 ? rules.length : closing;
}
