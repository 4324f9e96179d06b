import { useQueryClient } from "@tanstack/react-query";
import { refusalText } from "#web/api/refusal-text.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception } from "../contract/api.ts";
import { EXCEPTIONS, exceptionKey } from "./use-exceptions.ts";

/** Shows the answer of a change at once, and reads the queue anew. */
export function useChanged(): (fresh: Exception) => void {
  const queries = useQueryClient();
  return (fresh) => {
    queries.setQueryData(exceptionKey(fresh.id), fresh);
    void queries.invalidateQueries({ queryKey: EXCEPTIONS });
  };
}

/** Makes the signed-in dispatcher the owner. */
export function useTake(): (id: string) => void {
  const t = useWords("exceptions");
  const changed = useChanged();
  const take = useCommand(exceptionsApi.takeException, {
    onDone: (fresh) => {
      changed(fresh);
      showSnack({ text: t("detail.taken") });
    },
  });
  return (id) => {
    if (id === "") return;
    take
      .mutateAsync({ id })
      .catch((error: unknown) => showSnack({ text: refusalText(error), tone: "trouble" }));
  };
}
