import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountsApi } from "#features/accounts/contract/api.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { ShiftWeek, Vehicle } from "../contract/api.ts";
import { profileOf } from "../domain/vehicle.ts";
import { useCapacity } from "./capacity.ts";
import { useShiftNews, useWeek } from "./use-week.ts";
import { VehicleDialog } from "./vehicle-dialog.tsx";
import "./shifts.css";

export { AddVehicle } from "./add-vehicle.tsx";

const IN_USE: Look = { tone: "done", icon: "check-circle" };
const RETIRED: Look = { tone: "ended", icon: "close" };

/** The vehicles of the company, with what each carries and who usually has it. */
export function VehiclesPage() {
  const t = useWords("shifts");
  const again = useShiftNews();
  const week = useWeek(undefined);
  const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }) });
  const [open, setOpen] = useState<Vehicle | "new">();
  const mayEdit = me.data?.roles.includes("org-admin") === true;
  const add = mayEdit && (
    <Button variant="filled" icon="add" onClick={() => setOpen("new")}>
      {t("vehicles.add")}
    </Button>
  );
  return (
    <div className="shifts">
      <PageHeader
        back="/d/shifts"
        title={t("vehicles.title")}
        detail={mayEdit ? t("vehicles.text") : t("vehicles.read-only")}
        actions={add}
      />
      {week.isPending ? (
        <Skeleton look="rows" lines={5} />
      ) : week.data ? (
        <>
          <RefusalNote error={week.error} onRetry={() => void week.refetch()} />
          {week.data.vehicles.length === 0 ? (
            <StateMessage kind="empty" icon="truck" title={t("vehicles.empty.title")} action={add}>
              <p>{t("vehicles.empty.text")}</p>
            </StateMessage>
          ) : (
            <Vehicles week={week.data} onEdit={mayEdit ? setOpen : undefined} />
          )}
        </>
      ) : (
        <ProblemMessage error={week.error} onRetry={() => void week.refetch()} />
      )}
      {open !== undefined && (
        <VehicleDialog
          key={open === "new" ? "new" : `${open.id} ${open.version}`}
          vehicle={open === "new" ? undefined : open}
          again={again}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

interface TableParts {
  t: Translate<"shifts">;
  accounts: Translate<"accounts">;
  capacity: ReturnType<typeof useCapacity>;
  week: ShiftWeek;
  /** Absent for those who may not. */
  onEdit: ((vehicle: Vehicle) => void) | undefined;
}

function Vehicles({ week, onEdit }: Pick<TableParts, "week" | "onEdit">) {
  const t = useWords("shifts");
  const accounts = useWords("accounts");
  const capacity = useCapacity();
  const columns = columnsOf({ t, accounts, capacity, week, onEdit });
  return (
    <Table caption={t("vehicles.title")} rows={week.vehicles} rowKey={({ id }) => id} columns={columns} />
  );
}

function columnsOf({ t, accounts, capacity, week, onEdit }: TableParts): Column<Vehicle>[] {
  const holders = (id: string): string[] =>
    week.couriers.filter(({ means }) => means.vehicleId === id).map(({ name }) => name);
  return [
    {
      key: "name",
      head: t("vehicles.name"),
      cell: (vehicle) => (
        <span className="choice-text">
          <span className="strong">
            <bdi>{vehicle.name}</bdi>
          </span>
          <span className="quiet small">
            {accounts(`vehicle.${vehicle.class}`)} · {t(`profile.${profileOf(vehicle.class)}`)}
          </span>
          <span className="small vehicle-carries">{capacity(vehicle)}</span>
        </span>
      ),
    },
    { key: "carries", head: t("vehicles.carries"), cell: capacity, wide: true },
    {
      key: "who",
      head: t("vehicles.who"),
      wide: true,
      cell: ({ id }) => <bdi>{holders(id).join(", ")}</bdi>,
    },
    {
      key: "state",
      head: t("vehicles.state"),
      cell: ({ retired }) => (
        <StatusChip {...(retired ? RETIRED : IN_USE)}>
          {t(retired ? "vehicles.retired" : "vehicles.in-use")}
        </StatusChip>
      ),
    },
    {
      key: "edit",
      head: <span className="hidden-text">{t("vehicles.change")}</span>,
      number: true,
      cell: (vehicle) =>
        onEdit && (
          <IconButton
            icon="edit"
            label={t("vehicles.edit", { name: vehicle.name })}
            onClick={() => onEdit(vehicle)}
          />
        ),
    },
  ];
}
