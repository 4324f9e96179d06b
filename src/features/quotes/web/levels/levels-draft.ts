import { useMemo } from "react";
import * as z from "zod/mini";
import { useDraft } from "#web/forms/draft.ts";
import { LevelTerms, type ServiceLevels } from "../../contract/levels.ts";
import { changesBetween, rebased } from "../../domain/check-levels.ts";

/** Terms that were changed but not saved, and the version that they were made from. */
const StoredDraft = z.strictObject({
  version: z.int(),
  was: z.array(LevelTerms),
  levels: z.array(LevelTerms),
});
type StoredDraft = z.output<typeof StoredDraft>;

export interface LevelsDraft {
  readonly levels: readonly LevelTerms[];
  /** The version that the changes were made on. */
  readonly version: number;
  readonly isChanged: boolean;
  /** Changes of somebody else since then: codes of levels, and "order"; none while the draft is up to date. */
  readonly theirs: readonly string[];
  readonly set: (levels: readonly LevelTerms[]) => void;
  /** Puts the changes on top of the version in force. */
  readonly rebase: () => void;
  readonly forget: () => void;
}

/** The levels in force, or what was changed of them in this tab, also after a reload. */
export function useLevelsDraft(inForce: ServiceLevels): LevelsDraft {
  const [stored, store] = useDraft<StoredDraft | null>("quotes.levels", null);
  const draft = useMemo(() => StoredDraft.safeParse(stored).data ?? null, [stored]);
  const { version, was, levels } = draft ?? { ...inForce, was: inForce.levels };
  const isBehind = version !== inForce.version;
  return {
    levels,
    version,
    isChanged: draft !== null,
    theirs: isBehind ? changesBetween(was, inForce.levels) : [],
    set: (next) => {
      const isSame = !isBehind && changesBetween(inForce.levels, next).length === 0;
      store(isSame ? null : { version, was: [...was], levels: [...next] });
    },
    rebase: () => {
      const next = rebased({ was, mine: levels }, inForce.levels);
      store({ version: inForce.version, was: inForce.levels, levels: next.map(plain) });
    },
    forget: () => store(null),
  };
}

/** The rules return readonly lists, the contract's types are plain ones. */
const plain = ({ weekdays, ...rest }: Omit<LevelTerms, "weekdays"> & { weekdays: readonly number[] }) => ({
  ...rest,
  weekdays: [...weekdays],
});
