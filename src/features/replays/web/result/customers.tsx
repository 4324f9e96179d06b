import { type Formats, useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { ReplayCustomer } from "../../contract/api.ts";
import { MOST_CUSTOMERS } from "../../domain/limits.ts";
import { type Moneys, useMoney } from "../texts.ts";
import { moneyColumns } from "./sum-table.tsx";

interface CustomersProps {
  dearer: readonly ReplayCustomer[];
  cheaper: readonly ReplayCustomer[];
  currency: string;
}

/** Customers who would pay more, and less, the greatest difference first. */
export function Customers({ dearer, cheaper, currency }: CustomersProps) {
  const t = useWords("replays");
  return (
    <div className="replay-pair">
      <CustomerTable
        title={t("customers.more")}
        none={t("customers.no-more")}
        rows={dearer}
        currency={currency}
      />
      <CustomerTable
        title={t("customers.less")}
        none={t("customers.no-less")}
        rows={cheaper}
        currency={currency}
      />
    </div>
  );
}

interface CustomerTableProps {
  title: string;
  none: string;
  rows: readonly ReplayCustomer[];
  currency: string;
}

function CustomerTable({ title, none, rows, currency }: CustomerTableProps) {
  const t = useWords("replays");
  const f = useFormat();
  const moneys = useMoney(currency);
  return (
    <Card title={title} headingLevel={3}>
      {rows.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <>
          <Table
            caption={title}
            rows={rows}
            rowKey={({ orderId }) => orderId}
            columns={columnsOf({ t, f, ...moneys })}
          />
          {rows.length === MOST_CUSTOMERS && (
            <p className="quiet small">{t("customers.most", { n: MOST_CUSTOMERS })}</p>
          )}
        </>
      )}
    </Card>
  );
}

interface Texts extends Moneys {
  t: Translate<"replays">;
  f: Formats;
}

const columnsOf = ({ t, f, money, signed }: Texts): Column<ReplayCustomer>[] => [
  {
    key: "name",
    head: t("head.customer"),
    cell: ({ name }) => (name === null || name === "" ? t("customers.forgotten") : <bdi>{name}</bdi>),
  },
  { key: "orders", head: t("head.orders"), number: true, cell: ({ orders }) => f.number(orders) },
  ...moneyColumns<ReplayCustomer>({ t, money, signed }),
];
