import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { TypedChips } from "#web/drafts/typed-chips.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { type ShiftWeek, shiftsApi } from "../contract/api.ts";
import { useCapacity } from "./capacity.ts";
import { type WeekCourier, withDates } from "./use-week.ts";

interface MeansDialogProps {
  courier: WeekCourier;
  week: ShiftWeek;
  again: () => Promise<void>;
  onClose: () => void;
}

const NONE = "none";
const MOST_SKILLS = 12;

/** The vehicle that a courier usually has, and what they can do. */
export function MeansDialog({ courier, week, again, onClose }: MeansDialogProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const capacity = useCapacity();
  const [vehicleId, setVehicle] = useState(courier.means.vehicleId);
  const [skills, setSkills] = useState<readonly string[]>(courier.means.skills);
  const save = useCommand(shiftsApi.editMeans, { onDone: again });
  const send = async () => {
    const { id, means } = courier;
    try {
      await save.mutateAsync({ id, vehicleId, skills: [...skills], version: means.version });
      onClose();
    } catch {
      // The refusal is in `save.error`; the version that others made is read anew.
      await again();
    }
  };
  const vehicle = week.vehicles.find(({ id }) => id === vehicleId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("means.title", { name: courier.name })}
      locked={save.isPending}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button variant="filled" loading={save.isPending} onClick={() => void send()}>
            {t("dialog.save")}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <Select
          label={t("means.vehicle")}
          value={vehicleId ?? NONE}
          onChange={(next) => setVehicle(next === NONE ? null : next)}
          hint={vehicle ? capacity(vehicle) : t("means.none-hint")}
          options={[
            { value: NONE, label: t("means.none") },
            ...week.vehicles
              .filter(({ id, retired }) => !retired || id === courier.means.vehicleId)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TypedChips
          legend={t("means.skills")}
          values={skills}
          onChange={setSkills}
          offered={week.skills}
          most={MOST_SKILLS}
          words={{ label: t("means.skill"), hint: t("means.skill-hint"), add: t("means.add") }}
        />
        <RefusalNote error={save.error === null ? null : withDates(save.error, f)} />
      </div>
    </Dialog>
  );
}
