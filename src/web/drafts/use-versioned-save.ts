import { useRef } from "react";
import type * as z from "zod/mini";
import type { Endpoint, Input, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { isProblem } from "#web/api/problem.ts";
import { type Command, useCommand } from "#web/api/use-command.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { VersionedDraft } from "./use-versioned-draft.ts";

/** A call that puts a list into force and answers with its new version. */
type SaveEndpoint = Endpoint<Input, z.ZodMiniType<{ readonly version: number }>>;

interface SaveOptions<E extends SaveEndpoint, I> {
  readonly draft: VersionedDraft<I>;
  /** Code of the refusal of changes that were made on an older version. */
  readonly stale: string;
  readonly onSaved: (fresh: ReplyOf<E>) => void;
  /** Reads the version in force anew. */
  readonly onReload: () => void;
  /** Sentence about a list that is in force now. */
  readonly savedText: (fresh: ReplyOf<E>) => string;
}

interface VersionedSave<E extends SaveEndpoint> {
  readonly save: Command<E>;
  /** Sends the changed list. @returns what the server refused, `undefined` once the list is in force */
  readonly send: (input: InputOf<E>) => Promise<unknown>;
}

/**
 * Puts a changed list into force as a whole. The tab forgets its changes then, but for those that were made while it was
 * sent; it keeps all of them where the version is stale.
 */
export function useVersionedSave<E extends SaveEndpoint, I>(
  endpoint: E,
  { draft, stale, onSaved, onReload, savedText }: SaveOptions<E, I>,
): VersionedSave<E> {
  const latest = useLatest(draft);
  const sent = useRef(draft.items);
  const save = useCommand(endpoint, {
    onDone: (fresh) => {
      latest.current.settle(sent.current, fresh.version);
      onSaved(fresh);
      showSnack({ text: savedText(fresh) });
    },
  });
  const send = async (input: InputOf<E>): Promise<unknown> => {
    sent.current = draft.items;
    try {
      await save.mutateAsync(input);
      return undefined;
    } catch (error) {
      if (isProblem(error, stale)) onReload();
      return error;
    }
  };
  return { save, send };
}
