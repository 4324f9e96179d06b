import * as z from "zod/mini";
import { Name } from "#contract/schemas.ts";
import { VehicleClass } from "#features/accounts/contract/people.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { shiftsApi } from "../contract/api.ts";
import { usualCapacity } from "../domain/vehicle.ts";
import "./shifts.css";

const Typed = z.strictObject({ name: Name, class: VehicleClass });
type Typed = z.output<typeof Typed>;

/** A vehicle by name and kind alone: it carries what its kind usually does. */
export function AddVehicle({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useWords("shifts");
  const accounts = useWords("accounts");
  const add = useCommand(shiftsApi.addVehicle);
  const form = useForm<Typed, Typed>({
    schema: Typed,
    initial: { name: "", class: "cargo_bike" },
    onSubmit: async (typed) => {
      await add.mutateAsync({ ...typed, ...usualCapacity(typed.class), retired: false });
      form.reset({ name: "", class: typed.class });
      await onAdded();
    },
  });
  return (
    <FormBox form={form}>
      <div className="shift-line">
        <FormText
          form={form}
          name="name"
          label={t("vehicles.name")}
          maxLength={120}
          autoComplete="off"
          required
        />
        <FormSelect
          form={form}
          name="class"
          label={t("vehicles.class")}
          options={VehicleClass.options.map((value) => ({ value, label: accounts(`vehicle.${value}`) }))}
        />
      </div>
      <div>
        <SubmitButton form={form} variant="tonal" icon="add">
          {t("vehicles.add")}
        </SubmitButton>
      </div>
    </FormBox>
  );
}
