import { useId, useState } from "react";
import type { Board, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { useZones } from "#features/zones/web/public.ts";
import { contains, distanceM, type Point } from "#kernel/geo.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { nearOf, type Reach } from "../domain/inside.ts";
import { deliveriesAt, type OpenStop } from "./stops.ts";

const METRES = [250, 500, 1000, 2000, 5000] as const;
type From = "pickup" | "dropoff";

interface PlaceDialogProps {
  board: Board;
  /** Stops among which is chosen. */
  stops: readonly OpenStop[];
  /** Deliveries from which a distance is measured. */
  of: readonly string[];
  onChoose: (there: readonly string[], reach: Reach) => void;
  onClose: () => void;
}

/** Chooses deliveries by place without a pointer: near to those that are chosen, or in a price zone. */
export function PlaceDialog({ board, stops, of, onChoose, onClose }: PlaceDialogProps) {
  const t = useWords("board-map");
  const form = useId();
  const ids = new Set(of);
  const centres = board.deliveries.filter(({ id }) => ids.has(id));
  const [where, setWhere] = useState<"near" | "zone">(centres.length > 0 ? "near" : "zone");
  const [from, setFrom] = useState<From>("dropoff");
  const [metres, setMetres] = useState(500);
  const [code, setCode] = useState<string>();
  const [reach, setReach] = useState<Reach>("only");
  const zones = useZones();
  const polygon = zones.data?.zones.find((zone) => zone.code === code)?.polygon;
  const near = () =>
    nearOf(
      centres.map((one) => one[from]),
      metres,
      distanceM,
    );
  const isThere =
    where === "near" ? near() : polygon && ((point: Point): boolean => contains(polygon, point));
  const there = isThere ? deliveriesAt(stops, isThere) : [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("dialog.title")}
      actions={
        <Button variant="filled" type="submit" form={form} icon="check" disabled={there.length === 0}>
          {t(`do.${reach}`)}
        </Button>
      }
    >
      <form
        id={form}
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (there.length > 0) onChoose(there, reach);
        }}
      >
        <RadioGroup
          label={t("dialog.where")}
          look="row"
          value={where}
          onChange={setWhere}
          options={[
            { value: "near", label: t("where.near"), disabled: centres.length === 0 },
            { value: "zone", label: t("where.zone") },
          ]}
          {...(centres.length === 0 && { hint: t("near.first") })}
        />
        {where === "near" && (
          <Near centres={centres} from={from} onFrom={setFrom} metres={metres} onMetres={setMetres} />
        )}
        {where === "zone" && <Zones zones={zones} code={code} onCode={setCode} />}
        <RadioGroup
          label={t("dialog.reach")}
          look="row"
          value={reach}
          onChange={setReach}
          options={(["only", "add", "remove"] as const).map((value) => ({
            value,
            label: t(`reach.${value}`),
          }))}
        />
        <p className="strong" role="status">
          {t("there", { n: there.length })}
        </p>
      </form>
    </Dialog>
  );
}

interface NearProps {
  centres: readonly BoardDelivery[];
  from: From;
  onFrom: (from: From) => void;
  metres: number;
  onMetres: (metres: number) => void;
}

function Near({ centres, from, onFrom, metres, onMetres }: NearProps) {
  const t = useWords("board-map");
  const f = useFormat();
  const [only, ...more] = centres;
  const label = (end: From) =>
    only && more.length === 0
      ? t(`from.${end}`, { place: end === "pickup" ? only.pickupLabel : only.dropoffLabel })
      : t(`from.${end}s`, { n: centres.length });
  return (
    <>
      <RadioGroup
        label={t("near.from")}
        value={from}
        onChange={onFrom}
        options={(["dropoff", "pickup"] as const).map((value) => ({ value, label: label(value) }))}
      />
      <Select
        label={t("near.within")}
        value={String(metres)}
        onChange={(value) => onMetres(Number(value))}
        options={METRES.map((one) => ({ value: String(one), label: f.distance(one) }))}
      />
    </>
  );
}

interface ZonesProps {
  zones: ReturnType<typeof useZones>;
  code: string | undefined;
  onCode: (code: string) => void;
}

function Zones({ zones, code, onCode }: ZonesProps) {
  const t = useWords("board-map");
  if (zones.isError) return <ProblemMessage error={zones.error} onRetry={() => void zones.refetch()} />;
  if (!zones.data) return <Skeleton lines={1} />;
  if (zones.data.zones.length === 0) return <p className="quiet">{t("zone.none")}</p>;
  return (
    <Select
      label={t("zone.which")}
      value={code ?? ""}
      onChange={onCode}
      placeholder={t("zone.choose")}
      options={zones.data.zones.map((zone) => ({ value: zone.code, label: zone.name }))}
    />
  );
}
