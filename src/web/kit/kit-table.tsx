/* oxlint-disable react/no-unstable-nested-components -- cells are functions, not components */
import { useState } from "react";
import { useFormat } from "../i18n/format.ts";
import { MoneyText, NumberText } from "../ui/figures.tsx";
import { DELIVERY_LOOK, lookOf, StatusChip } from "../ui/status.tsx";
import { Table } from "../ui/table.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { SAMPLE } from "./sample.ts";

const ZONE = "Europe/Berlin";
const NOON = Date.UTC(2026, 10, 21, 11, 0);

/** Tabs with a dense table in them. */
export function KitTable({ s }: { s: (typeof SAMPLE)["en"] }) {
  const f = useFormat();
  const [tab, setTab] = useState<"a" | "b">("a");
  return (
    <Tabs
      label={s.title}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "a", label: s.states[3], count: 4 },
        { value: "b", label: s.states[10] },
      ]}
    >
      <Table
        caption={s.title}
        rows={[0, 1, 2, 3]}
        rowKey={String}
        rowHref={() => "/kit"}
        selected={(n) => n === 1}
        sorting={{ by: "at", direction: "ascending" }}
        onSort={() => undefined}
        columns={[
          { key: "n", head: s.steps[3], cell: (n) => <NumberText>{`WB-7K4M-92Q${n}`}</NumberText> },
          {
            key: "s",
            head: s.states[3],
            cell: (n) => (
              <StatusChip {...lookOf(DELIVERY_LOOK, Object.keys(DELIVERY_LOOK)[n * 4] ?? "")}>
                {s.states[n * 4]}
              </StatusChip>
            ),
          },
          {
            key: "t",
            head: s.steps[2],
            sort: "at",
            wide: true,
            cell: (n) => f.window({ start: NOON + n * 36e5, end: NOON + (n + 2) * 36e5 }, ZONE),
          },
          {
            key: "p",
            head: s.price,
            sort: "price",
            number: true,
            cell: (n) => <MoneyText amount={{ minor: 1119 * (n + 1), currency: "EUR" }} />,
          },
        ]}
      />
    </Tabs>
  );
}
