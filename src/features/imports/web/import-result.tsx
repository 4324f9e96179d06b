import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { failedRowsPath, type Import, importsApi } from "../contract/api.ts";
import { SaveTable } from "./save-table.tsx";

interface ImportResultProps {
  readonly file: Import;
  readonly refresh: () => Promise<void>;
  /** Leads back to the columns; absent once rows were imported. */
  readonly onMap: (() => void) | undefined;
}

/** The outcome of a check or an import, and the ways on: import what is ready, save what failed, undo. */
export function ImportResult({ file, refresh, onMap }: ImportResultProps) {
  const t = useWords("imports");
  const f = useFormat();
  const language = useLocale();
  const confirm = useCommand(importsApi.confirmImport, { onDone: refresh });
  const recheck = useCommand(importsApi.recheckFaulty, { onDone: refresh });
  const { id, state, counts, total } = file;
  return (
    <section className="import-card stack gap-3">
      <Outcome file={file} />
      {total ? (
        counts.faulty > 0 && <p className="quiet">{t("import.rest")}</p>
      ) : (
        <p className="quiet">{t("import.nothing")}</p>
      )}
      <RefusalNote error={confirm.error ?? recheck.error} />
      <div className="row gap-2 import-acts">
        {total && state !== "undone" && (
          <Button
            variant="filled"
            icon="upload"
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ id })}
          >
            {t("import.go", { n: counts.ready, amount: f.money(total) })}
          </Button>
        )}
        {onMap && (
          <Button icon="list" onClick={onMap}>
            {t("map.again")}
          </Button>
        )}
        {counts.faulty > 0 && state !== "undone" && (
          <Button icon="search" loading={recheck.isPending} onClick={() => recheck.mutate({ id })}>
            {t("check.again")}
          </Button>
        )}
        {counts.faulty > 0 && (
          <SaveTable url={failedRowsPath(id, language)} name="failed-rows.csv">
            {t("import.failed")}
          </SaveTable>
        )}
        {counts.imported > 0 && state !== "undone" && <Undo id={id} refresh={refresh} />}
      </div>
    </section>
  );
}

function Outcome({ file: { state, counts } }: { readonly file: Import }) {
  const t = useWords("imports");
  if (state === "undone")
    return (
      <Banner tone="info" icon="undo">
        {t("result.undone", { n: counts.undone })}
      </Banner>
    );
  return (
    <>
      {counts.imported > 0 && <Banner tone="done">{t("result.done", { n: counts.imported })}</Banner>}
      {state === "cancelled" && <Banner tone="warning">{t("result.stopped")}</Banner>}
    </>
  );
}

function Undo({ id, refresh }: { readonly id: string; readonly refresh: () => Promise<void> }) {
  const t = useWords("imports");
  const [isOpen, setOpen] = useState(false);
  const undo = useCommand(importsApi.undoImport, {
    onDone: async () => {
      await refresh();
      setOpen(false);
      showSnack({ text: t("import.undone") });
    },
  });
  return (
    <>
      <Button icon="undo" onClick={() => setOpen(true)}>
        {t("import.undo")}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t("import.undo")}
          command={undo}
          onConfirm={() => undo.mutate({ id })}
          onClose={() => setOpen(false)}
        >
          <p>{t("import.undo.text")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
