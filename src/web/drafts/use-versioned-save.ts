import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { isProblem } from "#web/api/problem.ts";
import { type Command, useCommand } from "#web/api/use-command.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { VersionedDraft } from "./use-versioned-draft.ts";

interface SaveOptions<E extends Endpoint, I> {
  readonly draft: VersionedDraft<I>;
  /** Code of the refusal of changes that were made on an older version. */
  readonly stale: string;
  readonly onSaved: (fresh: ReplyOf<E>) => void;
  /** Reads the version in force anew. */
  readonly onReload: () => void;
  /** Sentence about a list that is in force now. */
  readonly savedText: (fresh: ReplyOf<E>) => string;
}

interface VersionedSave<E extends Endpoint> {
  readonly save: Command<E>;
  /** Sends the changed list. @returns what the server refused, `undefined` once the list is in force */
  readonly send: (input: InputOf<E>) => Promise<unknown>;
}

/** Puts a changed list into force as a whole; the tab forgets its changes then, and keeps them where the version is stale. */
export function useVersionedSave<E extends Endpoint, I>(
  endpoint: E,
  { draft, stale, onSaved, onReload, savedText }: SaveOptions<E, I>,
): VersionedSave<E> {
  const save = useCommand(endpoint, {
    onDone: (fresh) => {
      onSaved(fresh);
      draft.forget();
      showSnack({ text: savedText(fresh) });
    },
  });
  const send = async (input: InputOf<E>): Promise<unknown> => {
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
