import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { saveFile } from "#web/api/save-file.ts";
import { signedFetch } from "#web/api/signed-fetch.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FilterChips } from "#web/forms/filter-chips.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import {
  EXPORT_SHEETS,
  type ExportSheet,
  exportName,
  exportPath,
} from "#features/receipts/contract/export.ts";

const BYTES_IN_KB = 1024;

interface Wanted {
  readonly sheet: ExportSheet;
  readonly from: string;
  readonly to: string;
}

/** Reads the table as it comes and saves it as a file; shows how much has come. */
async function download(
  wanted: Wanted,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const answer = await signedFetch(exportPath(wanted.sheet, wanted), { credentials: "omit", signal });
  if (!answer.ok || !answer.body) throw new Error(`export answered ${answer.status}`);
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
  const file = new Blob(parts, { type: "text/csv;charset=utf-8" });
  saveFile(file, exportName(wanted.sheet, wanted));
}

/** Which table of which days is taken along; while it comes it says how much, and can be stopped. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const [wanted, setWanted] = useState(() => thisMonth(zone));
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const fetched = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      setBytes(0);
      return download(wanted, stop.current.signal, setBytes);
    },
    onSuccess: onClose,
  });
  const { from, to } = wanted;
  const isOrdered = from !== "" && to !== "" && from <= to;
  const leave = () => {
    stop.current?.abort();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("export.title")}
      does={t("export.do")}
      command={fetched}
      onConfirm={() => fetched.mutate()}
      onClose={leave}
      disabled={!isOrdered}
      stoppable
    >
      <p>{t("export.text")}</p>
      <FilterChips
        label={t("export.what")}
        options={EXPORT_SHEETS.map((value) => ({ value, label: t(`export.sheet.${value}`) }))}
        value={wanted.sheet}
        onChange={(sheet) => setWanted({ ...wanted, sheet })}
      />
      <div className="row gap-4">
        <DateBox
          required
          label={t("export.from")}
          value={from}
          onChange={(day) => setWanted({ ...wanted, from: day })}
        />
        <DateBox
          required
          label={t("export.to")}
          value={to}
          onChange={(day) => setWanted({ ...wanted, to: day })}
        />
      </div>
      {!isOrdered && <Banner tone="warning">{t("export.days")}</Banner>}
      {fetched.isPending && (
        <p role="status">{t("export.come", { kb: f.number(Math.ceil(bytes / BYTES_IN_KB)) })}</p>
      )}
    </ConfirmDialog>
  );
}

/** Payments from the first of this month until today, where the organisation is. */
function thisMonth(zone: string): Wanted {
  const to = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(new Date());
  return { sheet: "payments", from: `${to.slice(0, 8)}01`, to };
}
