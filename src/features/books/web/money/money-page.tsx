import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { moneyApi } from "../../contract/money.ts";
import { PAYMENT_GROUPS } from "../../contract/payment-groups.ts";
import { Disputes } from "../refunds/disputes.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { Findings } from "../findings/findings.tsx";
import { HaltNote } from "../findings/halt-note.tsx";
import { MoneyBooks } from "./money-books.tsx";
import { type MoneySearch, NO_SEARCH } from "./money-search.ts";
import { PaymentSheet } from "../trace/payment-sheet.tsx";
import { PaymentsTable } from "./payments-table.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { SellerNote } from "#features/receipts/web/public-parts.ts";
import { Refunds } from "../refunds/refunds.tsx";
import type { OnTrace } from "../trace/trace-button.tsx";
import "./money.css";
import "./money-phone.css";

const PAGE = 50;

/** Shows today's card money, the ledger checks, refunds, and every payment. */
export function MoneyPage({ search, setSearch }: PageProps<object, MoneySearch>) {
  const t = useWords("money");
  const room = useWords("payments");
  const [traced, setTraced] = useState<Parameters<OnTrace>[0]>();
  const [isExporting, setExporting] = useState(false);
  const report = useQuery({
    queryKey: ["money"],
    queryFn: ({ signal }) => call(moneyApi.readMoney, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
  if (report.isError && !report.data)
    return <ProblemMessage error={report.error} onRetry={() => void report.refetch()} />;
  return (
    <div className="money">
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

interface PaymentsProps extends Omit<PageProps<object, MoneySearch>, "params"> {
  onTrace: OnTrace;
}

function Payments({ search, setSearch, onTrace }: PaymentsProps) {
  const t = useWords("money");
  const { group, q, from, to } = search;
  const { list, items: payments = [] } = usePages(
    ["payments", group, q, from, to],
    (place, options) => {
      const days = { ...(from !== "" && { from }), ...(to !== "" && { to }) };
      const wish = { group, limit: PAGE, ...(q !== "" && { search: q }), ...days };
      return call(moneyApi.listPayments, { ...wish, ...place }, options);
    },
    READ_EVERY,
  );
  const isAll = group === "all" && q === "" && from === "" && to === "";
  return (
    <section className="money-payments" aria-labelledby="money-payments">
      <h2 className="title" id="money-payments">
        {t("money.payments")}
      </h2>
      <div className="row gap-2" role="search">
        <SearchBox
          label={t("money.search")}
          value={q}
          onChange={(next) => setSearch({ q: next }, { replace: true })}
        />
        <DateBox
          label={t("export.from")}
          value={from}
          max={to}
          onChange={(next) => setSearch({ from: next })}
        />
        <DateBox label={t("export.to")} value={to} min={from} onChange={(next) => setSearch({ to: next })} />
      </div>
      <div className="money-groups" role="group" aria-label={t("money.groups")}>
        {PAYMENT_GROUPS.map((one) => (
          <FilterChip key={one} selected={one === group} onChange={() => setSearch({ group: one })}>
            {t(`money.group.${one}`)}
          </FilterChip>
        ))}
      </div>
      {list.isPending && <Skeleton look="rows" lines={8} />}
      {list.isError && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && payments.length === 0 && (
        <NoPayments isAll={isAll} onAll={() => setSearch({ group: "all", ...NO_SEARCH })} />
      )}
      {payments.length > 0 && <PaymentsTable payments={payments} onTrace={onTrace} />}
      <ShowMore list={list} />
    </section>
  );
}

function NoPayments({ isAll, onAll }: { isAll: boolean; onAll: () => void }) {
  const t = useWords("money");
  if (isAll)
    return (
      <StateMessage kind="empty" title={t("money.none.title")}>
        <p>{t("money.none.text")}</p>
      </StateMessage>
    );
  return (
    <StateMessage
      kind="empty"
      icon="filter"
      title={t("money.none-such.title")}
      action={<Button onClick={onAll}>{t("money.group.all")}</Button>}
    >
      <p>{t("money.none-such.text")}</p>
    </StateMessage>
  );
}
