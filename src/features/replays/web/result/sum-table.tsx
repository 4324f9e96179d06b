import { type Formats, useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { ReplaySums } from "../../contract/api.ts";
import { type Moneys, useMoney } from "../texts.ts";

interface SumTableProps {
  title: string;
  head: string;
  currency: string;
  rows: readonly SumRow[];
  /** Rows that it can have; one that is full says so. */
  most?: number;
}

type SumRow = ReplaySums & { readonly key: string; readonly name: string };

interface Texts extends Moneys {
  t: Translate<"replays">;
  f: Formats;
}

/** Orders of groups with both sums. */
export function SumTable({ title, head, currency, rows, most }: SumTableProps) {
  const t = useWords("replays");
  const f = useFormat();
  const moneys = useMoney(currency);
  return (
    <Card title={title} headingLevel={3}>
      <Table
        caption={title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columnsOf(head, { t, f, ...moneys })}
      />
      {rows.length === most && <p className="quiet small">{t("zones.most", { n: most })}</p>}
    </Card>
  );
}

const columnsOf = (head: string, { t, f, money, signed }: Texts): Column<SumRow>[] => [
  { key: "name", head, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: "orders", head: t("head.orders"), number: true, cell: ({ orders }) => f.number(orders) },
  { key: "more", head: t("kind.more"), number: true, wide: true, cell: ({ more }) => f.number(more) },
  { key: "less", head: t("kind.less"), number: true, wide: true, cell: ({ less }) => f.number(less) },
  ...moneyColumns({ t, money, signed }),
];

/** Both sums and their difference. */
export const moneyColumns = <R extends { readonly was: number; readonly now: number }>({
  t,
  money,
  signed,
}: Omit<Texts, "f">): Column<R>[] => [
  { key: "was", head: t("head.was"), number: true, wide: true, cell: ({ was }) => money(was) },
  { key: "now", head: t("head.now"), number: true, cell: ({ now }) => money(now) },
  {
    key: "difference",
    head: t("head.difference"),
    number: true,
    cell: ({ was, now }) => <strong>{signed(now - was)}</strong>,
  },
];
