import { useMutation } from "@tanstack/react-query";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { saveFile } from "#web/api/save-file.ts";
import { sendForFile } from "#web/api/send.ts";
import { Button } from "#web/ui/button.tsx";

const TIMEOUT_MS = 60_000;

interface SaveTableProps {
  readonly url: string;
  /** Name of the saved file. */
  readonly name: string;
  readonly children: string;
}

/** A button that fetches a table and saves it. */
export function SaveTable({ url, name, children }: SaveTableProps) {
  const save = useMutation({
    mutationFn: async () => {
      const headers = { accept: "*/*" };
      saveFile(await sendForFile({ method: "GET", url, headers, timeoutMs: TIMEOUT_MS }), name);
    },
  });
  return (
    <>
      <Button icon="down" loading={save.isPending} onClick={() => save.mutate()}>
        {children}
      </Button>
      <RefusalNote error={save.error} />
    </>
  );
}
