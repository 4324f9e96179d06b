import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { SearchBox } from "#web/forms/search-box.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { Column } from "#web/ui/table.tsx";
import { PurposeName } from "#features/debts/web/public-parts.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { moneyApi, type PaymentRow } from "../../contract/money.ts";
import { PAYMENT_GROUPS } from "../../contract/payment-groups.ts";
import { type OnTrace, AmountOrDash, amountColumn, momentColumn } from "./money-columns.tsx";
import { DeliveryNumber, PaidBy, PaymentState } from "./payment-parts.tsx";
import { ListSection } from "./list-section.tsx";
import { type MoneySearch, NO_SEARCH } from "./money-search.ts";

const PAGE = 50;

interface PaymentsProps extends Omit<PageProps<object, MoneySearch>, "params"> {
  onTrace: OnTrace;
}

export function Payments({ search, setSearch, onTrace }: PaymentsProps) {
  const t = useWords("money");
  const { group, q, from, to } = search;
  const pages = usePages(
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
    <ListSection
      name="payments"
      title={t("money.payments")}
      groups={{
        label: t("money.groups"),
        options: PAYMENT_GROUPS.map((value) => ({ value, label: t(`money.group.${value}`) })),
        value: group,
        onChange: (next) => setSearch({ group: next }),
      }}
      pages={pages}
      columns={useColumns(onTrace)}
      none={<NoPayments isAll={isAll} onAll={() => setSearch({ group: "all", ...NO_SEARCH })} />}
      bones={8}
    >
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
          onChange={(day) => setSearch({ from: day })}
        />
        <DateBox label={t("export.to")} value={to} min={from} onChange={(day) => setSearch({ to: day })} />
      </div>
    </ListSection>
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

function useColumns(onTrace: OnTrace): Column<PaymentRow>[] {
  const t = useWords("money");
  return [
    {
      key: "order",
      head: t("money.order"),
      cell: ({ deliveryId, orderNumber, purpose, reason }) => (
        <>
          <DeliveryNumber number={orderNumber} deliveryId={deliveryId} />{" "}
          <PurposeName purpose={purpose} reason={reason} />
        </>
      ),
    },
    {
      key: "state",
      head: t("money.state"),
      cell: (payment) => (
        <>
          <PaymentState payment={payment} />
          <LostHold payment={payment} />
        </>
      ),
    },
    { key: "card", head: t("money.card"), wide: true, cell: (payment) => <PaidBy payment={payment} /> },
    momentColumn("created", t("money.created"), ({ createdAt }) => createdAt),
    amountColumn("amount", t("money.amount"), ({ amount }) => <MoneyText amount={amount} />),
    amountColumn(
      "captured",
      t("money.captured"),
      ({ captured }) => <AmountOrDash amount={captured} strong />,
      true,
    ),
    {
      key: "trace",
      head: <span className="hidden-text">{t("trace.column")}</span>,
      number: true,
      cell: ({ id, orderNumber: number }) => (
        <IconButton
          icon="visibility"
          label={t("trace.open", { number })}
          onClick={() => onTrace({ id, number })}
        />
      ),
    },
  ];
}

function LostHold({ payment: { receivable } }: { payment: PaymentRow }) {
  const t = useWords("money");
  const f = useFormat();
  if (receivable?.kind !== "lost-hold") return null;
  const { state, outstanding, writtenOff, payBy } = receivable;
  const link = state === "promised" ? "paying" : payBy === null ? "none" : "waits";
  return (
    <span className="choice-text small">
      {!isZero(outstanding) && <span>{t(`debt.link.${link}`, { amount: f.money(outstanding) })}</span>}
      {!isZero(writtenOff) && <span>{t("debt.written-off", { amount: f.money(writtenOff) })}</span>}
      {isZero(outstanding) && isZero(writtenOff) && <span>{t("debt.paid")}</span>}
    </span>
  );
}
