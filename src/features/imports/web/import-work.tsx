import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { type Import, importsApi } from "../contract/api.ts";

interface Done {
  readonly kind: "checking" | "importing" | "undoing";
  readonly done: number;
  readonly all: number;
}

function doneOf({ state, counts, toCheck }: Import): Done {
  const { new: unchecked, ready, imported, undone, kept } = counts;
  if (state === "importing") return { kind: state, done: imported, all: imported + ready };
  if (state === "undoing") return { kind: state, done: undone + kept, all: undone + kept + imported };
  return { kind: "checking", done: Math.max(0, toCheck - unchecked), all: Math.max(toCheck, unchecked) };
}

interface ImportWorkProps {
  readonly file: Import;
  readonly refresh: () => Promise<void>;
}

/** Shows how far the work on an import is, and stops it. */
export function ImportWork({ file, refresh }: ImportWorkProps) {
  const t = useWords("imports");
  const f = useFormat();
  const cancel = useCommand(importsApi.cancelImport, { onDone: refresh });
  const { kind, done, all } = doneOf(file);
  return (
    <section className="import-card stack gap-3" aria-label={t(`state.${kind}`)} data-testid="import-work">
      <h2 className="title">{t(`state.${kind}`)}</h2>
      <Progress label={t(`state.${kind}`)} value={all === 0 ? 0 : done / all} />
      <p role="status">{t(`work.${kind}`, { done: f.number(done), all: f.number(all) })}</p>
      <p className="quiet small">{t("work.leave")}</p>
      <RefusalNote error={cancel.error} />
      {kind !== "undoing" && (
        <div>
          <Button icon="pause" loading={cancel.isPending} onClick={() => cancel.mutate({ id: file.id })}>
            {t("work.stop")}
          </Button>
        </div>
      )}
    </section>
  );
}
