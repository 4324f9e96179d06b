import { useMemo, useState } from "react";
import * as z from "zod/mini";
import { useDraft } from "#web/forms/draft.ts";

/** A list that is saved as a whole, and grows a version each time. */
export interface Versioned<I> {
  readonly version: number;
  readonly items: readonly I[];
}

/** Puts one's own items on top of what others made of the same base meanwhile. */
export type Merge<I> = (base: readonly I[], mine: readonly I[], theirs: readonly I[]) => readonly I[];

export interface VersionedDraft<I> {
  readonly items: readonly I[];
  /** The items that the changes were made on, and their version. */
  readonly base: readonly I[];
  readonly version: number;
  readonly isChanged: boolean;
  /** Somebody saved a newer version than the one that was changed. */
  readonly isBehind: boolean;
  readonly set: (items: readonly I[]) => void;
  /** Takes the last change back; absent when there is none. */
  readonly undo: (() => void) | undefined;
  /** Puts the changes on top of the version in force. */
  readonly rebase: () => void;
  /** Says that items which were sent are in force as this version; what was changed since stays, on top of them. */
  readonly settle: (sent: readonly I[], version: number) => void;
  readonly forget: () => void;
}

interface DraftOptions<I> {
  /** Name under which the tab keeps the changes. */
  readonly name: string;
  readonly item: z.core.$ZodType<I>;
  /** By default the own list stands as it is. */
  readonly merge?: Merge<I>;
}
interface Stored<I> {
  readonly version: number;
  readonly base: readonly I[];
  readonly items: readonly I[];
}

/** Changes that can be taken back. */
const STEPS = 100;
const mineAlone = <I>(_base: readonly I[], mine: readonly I[]): readonly I[] => mine;

/** The list in force, or what was changed of it in this tab, also after a reload. */
export function useVersionedDraft<I>(
  inForce: Versioned<I>,
  { name, item, merge = mineAlone }: DraftOptions<I>,
): VersionedDraft<I> {
  const [stored, store] = useDraft<Stored<I> | null>(name, null);
  const [past, setPast] = useState<readonly (readonly I[])[]>([]);
  /** Own save of which the list in force does not tell yet. */
  const [own, setOwn] = useState<{ readonly from: number; readonly to: number }>();
  // The same items stay the same array: what is computed from them is computed anew only when they change.
  const draft = useMemo((): Stored<I> | null => {
    const list = z.array(item);
    return z.strictObject({ version: z.int(), base: list, items: list }).safeParse(stored).data ?? null;
  }, [stored, item]);
  const { version, base, items } = draft ?? { ...inForce, base: inForce.items };
  const isAhead = own?.from === inForce.version && own.to === version;
  const isBehind = version !== inForce.version && !isAhead;
  const textOf = (list: readonly I[]): string => JSON.stringify(z.array(item).safeParse(list).data ?? list);
  const put = (next: readonly I[]) =>
    store(
      version === inForce.version && textOf(next) === textOf(inForce.items)
        ? null
        : { version, base, items: next },
    );
  const forget = () => {
    setPast([]);
    store(null);
  };
  const last = past.at(-1);
  return {
    items,
    base,
    version,
    isChanged: draft !== null,
    isBehind,
    set: (next) => {
      setPast([...past.slice(1 - STEPS), items]);
      put(next);
    },
    undo:
      last &&
      (() => {
        setPast(past.slice(0, -1));
        put(last);
      }),
    rebase: () => {
      setPast([]);
      const { items: theirs } = inForce;
      store({ version: inForce.version, base: theirs, items: merge(base, items, theirs) });
    },
    settle: (sent, to) => {
      if (textOf(items) === textOf(sent)) return forget();
      setOwn({ from: inForce.version, to });
      setPast(past.slice(Math.max(0, past.indexOf(sent))));
      store({ version: to, base: sent, items });
    },
    forget,
  };
}
