import { useRef, useState } from "react";
import { Problem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { Button } from "#web/ui/button.tsx";
import { importsApi } from "../contract/api.ts";
import { IMPORT_LIMITS } from "../domain/limits.ts";

/** Megabytes on a slow line. */
const TIMEOUT_MS = 120_000;

/** Takes a file and opens its import. */
export function UploadButton({ disabled }: { readonly disabled: boolean }) {
  const t = useWords("imports");
  const box = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const upload = useCommand(importsApi.importFile, {
    timeoutMs: TIMEOUT_MS,
    onDone: ({ id }) => go(`/d/import/${id}`),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    setWrong(null);
    try {
      await upload.mutateAsync({ name: file.name.slice(-200), file: await base64Of(file) });
    } catch (error) {
      setWrong(error);
    }
  };
  return (
    <div className="stack gap-2">
      <div className="row gap-3">
        <Button
          variant="filled"
          icon="upload"
          loading={upload.isPending}
          disabled={disabled}
          onClick={() => box.current?.click()}
        >
          {t("upload")}
        </Button>
        <span className="quiet small">{t("upload.hint")}</span>
      </div>
      <input
        ref={box}
        className="hidden-text"
        type="file"
        tabIndex={-1}
        aria-label={t("upload")}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = "";
          void take(file);
        }}
      />
      <RefusalNote error={wrong} />
    </div>
  );
}

/** @throws Problem for a file that is empty or too large: it is not sent */
async function base64Of(file: File): Promise<string> {
  if (file.size === 0) throw new Problem("imports.empty");
  if (file.size > IMPORT_LIMITS.bytes)
    throw new Problem("imports.too-large", { facts: { mb: IMPORT_LIMITS.bytes / 1024 / 1024 } });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // Arguments of one call have a limit.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
