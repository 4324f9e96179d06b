import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { localAt } from "#kernel/local-time.ts";
import { saveFetched } from "#web/api/save-file.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
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

interface Wanted {
  readonly sheet: ExportSheet;
  readonly from: string;
  readonly to: string;
}

/** Exports one table of some days; can be stopped while it comes. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useWords("money");
  const zone = useZone();
  const [wanted, setWanted] = useState(() => thisMonth(zone));
  const stop = useRef<AbortController>(undefined);
  const fetched = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      const { sheet } = wanted;
      const { signal } = stop.current;
      return saveFetched(exportPath(sheet, wanted), exportName(sheet, wanted), { signal });
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
    </ConfirmDialog>
  );
}

/** Payments from the first of this month until today, where the organisation is. */
function thisMonth(zone: string): Wanted {
  const to = localAt(Date.now(), zone).date;
  return { sheet: "payments", from: `${to.slice(0, 8)}01`, to };
}
