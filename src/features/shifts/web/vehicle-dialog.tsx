import { VehicleClass } from "#features/accounts/contract/people.ts";
import { useCommand } from "#web/api/use-command.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import { FormSelect, FormSwitch, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { type Vehicle, VehicleFields, shiftsApi } from "../contract/api.ts";
import { type Capacity, usualCapacity } from "../domain/vehicle.ts";

type Fields = Omit<Vehicle, "id" | "version">;
type Typed = Omit<Fields, keyof Capacity> & Record<keyof Capacity, string>;

/** Boxes of the load, with the digits after the mark: kilograms and litres are typed. */
const LOAD = [
  { name: "parcels", label: "vehicles.parcels", digits: 0 },
  { name: "massG", label: "vehicles.mass", digits: 3 },
  { name: "volumeMl", label: "vehicles.volume", digits: 3 },
] as const;

const typed = (load: Capacity) => ({
  parcels: decimalText(load.parcels, 0),
  massG: decimalText(load.massG, 3),
  volumeMl: decimalText(load.volumeMl, 3),
});

interface VehicleDialogProps {
  /** Absent for a new one. */
  vehicle: Vehicle | undefined;
  again: () => Promise<void>;
  onClose: () => void;
}

/** One vehicle: name, class and what it carries. */
export function VehicleDialog({ vehicle, again, onClose }: VehicleDialogProps) {
  const t = useWords("shifts");
  const accounts = useWords("accounts");
  const add = useCommand(shiftsApi.addVehicle, { onDone: again });
  const edit = useCommand(shiftsApi.editVehicle, { onDone: again });
  const { name = "", class: first = "van", retired = false } = vehicle ?? {};
  const form = useForm<Typed, Fields>({
    schema: VehicleFields,
    initial: { name, class: first, retired, ...typed(vehicle ?? usualCapacity(first)) },
    toInput: (text) => ({
      ...text,
      name: text.name.trim(),
      ...Object.fromEntries(LOAD.map((box) => [box.name, readDecimal(text[box.name], box.digits)])),
    }),
    onSubmit: async (fields) => {
      if (vehicle) await edit.mutateAsync({ ...fields, id: vehicle.id, version: vehicle.version });
      else await add.mutateAsync(fields);
      onClose();
    },
  });
  const usual = typed(usualCapacity(useValue(form, "class")));
  return (
    <FormDialog
      form={form}
      title={vehicle ? t("vehicles.edit", { name }) : t("vehicles.add")}
      does={t("dialog.save")}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="name"
        label={t("vehicles.name")}
        autoComplete="off"
        maxLength={120}
        required
      />
      <FormSelect
        form={form}
        name="class"
        label={t("vehicles.class")}
        options={VehicleClass.options.map((value) => ({ value, label: accounts(`vehicle.${value}`) }))}
      />
      <div className="shift-line">
        {LOAD.map((box) => (
          <FormText
            key={box.name}
            form={form}
            name={box.name}
            label={t(box.label)}
            hint={t("vehicles.usual", { value: usual[box.name] })}
            inputMode={box.digits === 0 ? "numeric" : "decimal"}
            required
          />
        ))}
      </div>
      {vehicle && <FormSwitch form={form} name="retired" label={t("vehicles.retire")} />}
    </FormDialog>
  );
}
