import { useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Operations } from "../contract/api.ts";

type Shown = Operations["settings"][number];

/** Settings with their origin; a secret's value never comes here. */
export function SettingsCard({ settings }: { settings: readonly Shown[] }) {
  const t = useWords("operations");
  const [isAll, setAll] = useState(false);
  const rows = isAll ? settings : settings.filter(({ origin }) => origin !== "default");
  return (
    <Card title={t("settings")}>
      <div className="row gap-2">
        <FilterChip selected={!isAll} onChange={() => setAll(false)}>
          {t("settings.set")}
        </FilterChip>
        <FilterChip selected={isAll} onChange={() => setAll(true)}>
          {t("settings.all")}
        </FilterChip>
      </div>
      {rows.length === 0 ? (
        <p className="quiet">{t("settings.none")}</p>
      ) : (
        <Table
          caption={t("settings")}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { key: "name", head: t("column.name"), cell: nameOf },
            { key: "value", head: t("column.value"), cell: valueOf },
            { key: "origin", head: t("column.origin"), cell: ({ origin }) => t(`origin.${origin}`) },
          ]}
        />
      )}
    </Card>
  );
}

const nameOf = ({ name }: Shown) => <LtrText>{name}</LtrText>;
const valueOf = (row: Shown) => <Value {...row} />;

function Value({ value, isSecret }: Shown) {
  const t = useWords("operations");
  if (isSecret) return <span className="quiet">{t("secret")}</span>;
  return (
    <span className="operations-value">
      <LtrText>{value === null || value === "" ? "–" : value}</LtrText>
    </span>
  );
}
