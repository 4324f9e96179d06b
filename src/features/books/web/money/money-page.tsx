import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useKept } from "#web/confirm/kept.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { moneyApi } from "../../contract/money.ts";
import { Disputes } from "../refunds/disputes.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { Findings } from "../findings/findings.tsx";
import { HaltNote } from "../findings/halt-note.tsx";
import { MoneyBooks } from "./money-books.tsx";
import type { MoneySearch } from "./money-search.ts";
import { PaymentSheet } from "../trace/payment-sheet.tsx";
import { Payments } from "./payments.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { SellerNote } from "#features/receipts/web/public-parts.ts";
import { Refunds } from "../refunds/refunds.tsx";
import type { Traced } from "./money-columns.tsx";
import "./money.css";
import "./money-phone.css";

export function MoneyPage({ search, setSearch }: PageProps<object, MoneySearch>) {
  const t = useWords("money");
  const room = useWords("payments");
  const [traced, setTraced] = useKept<Traced | undefined>("money.traced", undefined);
  const [isExporting, setExporting] = useState(false);
  const report = useQuery({
    queryKey: ["money"],
    queryFn: ({ signal }) => call(moneyApi.readMoney, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
  if (report.isError && !report.data)
    return <ProblemMessage error={report.error} onRetry={() => void report.refetch()} />;
  return (
    <div className="money stack gap-5">
      <PageHeader
        title={room("money.title")}
        detail={t("money.text")}
        actions={
          <Button icon="receipt" onClick={() => setExporting(true)}>
            {t("export.open")}
          </Button>
        }
      />
      <HaltNote />
      <SellerNote />
      <RefusalNote error={report.error} onRetry={() => void report.refetch()} />
      <Findings onTrace={setTraced} />
      <Refunds onTrace={setTraced} />
      <Disputes onTrace={setTraced} />
      {report.data ? <MoneyBooks report={report.data} /> : <Skeleton look="rows" lines={4} />}
      <Payments search={search} setSearch={setSearch} onTrace={setTraced} />
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
      {traced && <PaymentSheet key={traced.id} {...traced} onClose={() => setTraced(undefined)} />}
    </div>
  );
}
