import { useState } from "react";
import type { LocalDate } from "#kernel/local-time.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { ShiftTimes, ShiftWeek } from "../contract/api.ts";
import { withBreak } from "./cell-text.ts";
import { type usePlanning, type WeekCourier } from "./use-week.ts";

interface ShiftDialogProps {
  courier: WeekCourier;
  date: LocalDate;
  week: ShiftWeek;
  shifts: readonly ShiftTimes[];
  planning: ReturnType<typeof usePlanning>;
  onClose: () => void;
}

type TypedBreak = Omit<ShiftTimes["breaks"][number], "minutes"> & { readonly minutes: string };
type Typed = Omit<ShiftTimes, "breaks"> & { readonly breaks: readonly TypedBreak[] };

const NEW: Typed = { from: "08:00", to: "16:00", breaks: [], vehicleId: null };
const USUAL = "usual";
const MOST_SHIFTS = 4;
const MOST_BREAKS = 4;
/** A time box cannot say 24:00. */
const shown = (time: string): string => (time === "24:00" ? "00:00" : time);

const typedOf = ({ breaks, ...rest }: ShiftTimes): Typed => ({
  ...rest,
  to: shown(rest.to),
  breaks: breaks.map((one) => ({ ...one, minutes: String(one.minutes) })),
});

/** The times to send; nothing while one of them is missing or a break has no length. */
function timesOfTyped(typed: readonly Typed[]): ShiftTimes[] | undefined {
  const times = typed.map(({ breaks, ...rest }) => ({
    ...rest,
    to: rest.to === "00:00" ? "24:00" : rest.to,
    breaks: breaks.map((one) => ({ ...one, minutes: Number(one.minutes) })),
  }));
  const isWhole = times.every(
    ({ from, to, breaks }) =>
      from !== "" &&
      to !== "" &&
      from !== to &&
      breaks.every(
        ({ earliest, latest, minutes }) =>
          earliest !== "" && latest !== "" && Number.isInteger(minutes) && minutes >= 5 && minutes <= 180,
      ),
  );
  return isWhole ? times : undefined;
}

/** One day of a courier: shifts, breaks and the vehicle of each. */
export function ShiftDialog({ courier, date, week, shifts, planning, onClose }: ShiftDialogProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const [typed, setTyped] = useState<readonly Typed[]>(shifts.length > 0 ? shifts.map(typedOf) : [NEW]);
  const [isBad, setBad] = useState(false);
  const change = (at: number, next: Partial<Typed>) => {
    setBad(false);
    setTyped(typed.map((one, nth) => (nth === at ? { ...one, ...next } : one)));
  };
  const save = async () => {
    const times = timesOfTyped(typed);
    if (!times) return setBad(true);
    if (await planning.plan([{ courier, date, shifts: times }])) onClose();
  };
  const close = () => {
    planning.reset();
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={t("dialog.title", { name: courier.name, day: dayName(f, date) })}
      locked={planning.isPending}
      actions={
        <>
          <Button onClick={close}>{t("dialog.cancel")}</Button>
          <Button variant="filled" loading={planning.isPending} onClick={() => void save()}>
            {t("dialog.save")}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        {typed.length === 0 && <p className="quiet">{t("dialog.off")}</p>}
        {typed.map((shift, at) => (
          <ShiftFields
            // Shifts of a day have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            n={at + 1}
            shift={shift}
            week={week}
            onChange={(next) => change(at, next)}
            onRemove={() => setTyped(typed.toSpliced(at, 1))}
          />
        ))}
        {typed.length < MOST_SHIFTS && (
          <Button
            variant="text"
            icon="add"
            onClick={() => setTyped([...typed, { ...NEW, from: typed.at(-1)?.to ?? NEW.from, to: "" }])}
          >
            {t("dialog.add-shift")}
          </Button>
        )}
        {isBad && (
          <p className="field-error" role="alert">
            {t("dialog.incomplete")}
          </p>
        )}
        <RefusalNote error={planning.error} />
      </div>
    </Dialog>
  );
}

interface ShiftFieldsProps {
  n: number;
  shift: Typed;
  week: ShiftWeek;
  onChange: (next: Partial<Typed>) => void;
  onRemove: () => void;
}

function ShiftFields({ n, shift, week, onChange, onRemove }: ShiftFieldsProps) {
  const t = useWords("shifts");
  const { from, to, breaks, vehicleId } = shift;
  const setBreak = (at: number, next: Partial<TypedBreak>) =>
    onChange({ breaks: breaks.map((one, nth) => (nth === at ? { ...one, ...next } : one)) });
  const addBreak = () => {
    const times = timesOfTyped([{ ...shift, breaks: [] }])?.[0];
    const [planned] = times ? withBreak([times]) : [];
    const added = planned?.breaks[0] ?? { earliest: from, latest: from, minutes: 30 };
    onChange({ breaks: [...breaks, { ...added, minutes: String(added.minutes) }] });
  };
  const usable = week.vehicles.filter(({ id, retired }) => !retired || id === vehicleId);
  return (
    <fieldset className="shift-fields">
      <legend className="title">{t("dialog.shift", { n })}</legend>
      <div className="shift-line">
        <TextField
          type="time"
          label={t("dialog.from")}
          value={from}
          onChange={(next) => onChange({ from: next })}
        />
        <TextField
          type="time"
          label={t("dialog.to")}
          value={to}
          onChange={(next) => onChange({ to: next })}
        />
        <IconButton icon="delete" label={t("dialog.remove-shift", { n })} onClick={onRemove} />
      </div>
      {to !== "" && to <= from && <p className="quiet small">{t("dialog.next-day")}</p>}
      {breaks.map((one, at) => (
        <div
          className="shift-line"
          // Breaks have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
        >
          <TextField
            type="number"
            label={t("dialog.minutes", { n: at + 1 })}
            value={one.minutes}
            min={5}
            max={180}
            step={5}
            onChange={(minutes) => setBreak(at, { minutes })}
          />
          <TextField
            type="time"
            label={t("dialog.earliest")}
            value={one.earliest}
            onChange={(earliest) => setBreak(at, { earliest })}
          />
          <TextField
            type="time"
            label={t("dialog.latest")}
            value={one.latest}
            onChange={(latest) => setBreak(at, { latest })}
          />
          <IconButton
            icon="close"
            label={t("dialog.remove-break", { n: at + 1 })}
            onClick={() => onChange({ breaks: breaks.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {breaks.length < MOST_BREAKS && (
        <Button variant="text" icon="add" size="small" onClick={addBreak}>
          {t("dialog.add-break")}
        </Button>
      )}
      <Select
        label={t("dialog.vehicle")}
        value={vehicleId ?? USUAL}
        onChange={(next) => onChange({ vehicleId: next === USUAL ? null : next })}
        options={[
          { value: USUAL, label: t("dialog.usual") },
          ...usable.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </fieldset>
  );
}
