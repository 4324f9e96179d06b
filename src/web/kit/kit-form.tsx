import * as z from "zod/mini";
import { Email, Name, Phone } from "#contract/schemas.ts";
import {
  FormArea,
  FormCheckbox,
  FormPhone,
  FormRadio,
  FormSelect,
  FormSwitch,
  FormText,
} from "../forms/fields.tsx";
import { FormBox, SubmitButton } from "../forms/form-box.tsx";
import { useForm } from "../forms/use-form.ts";
import { Card } from "../ui/card.tsx";
import { MoneyText } from "../ui/figures.tsx";
import { Grid, Row } from "../ui/layout.tsx";
import { showSnack } from "../ui/snackbar.tsx";
import type { SAMPLE } from "./sample.ts";

const Schema = z.strictObject({
  name: Name,
  phone: Phone,
  email: z.nullable(Email),
  note: z.string().check(z.maxLength(20)),
  size: z.enum(["small", "medium", "large"]),
  level: z.enum(["now", "today", "later"]),
  fragile: z.boolean(),
  call: z.boolean(),
});
const BLANK = {
  name: "",
  phone: "",
  email: "",
  note: "",
  size: "" as "" | "small" | "medium" | "large",
  level: "" as "" | "now" | "today" | "later",
  fragile: false,
  call: true,
};
/** A form with every kind of input. */
export function KitForm({ s }: { s: (typeof SAMPLE)["en"] }) {
  const form = useForm({
    schema: Schema,
    initial: BLANK,
    draft: "kit",
    toInput: (v) => ({ ...v, email: v.email || null }),
    onSubmit: () => showSnack({ text: s.send }),
  });
  return (
    <Card title={s.steps[3]}>
      <FormBox form={form}>
        <Grid>
          <FormText form={form} name="name" label={s.fields[0] ?? ""} autoComplete="name" required />
          <FormPhone form={form} name="phone" label={s.fields[1] ?? ""} hint={s.fields[6] ?? ""} required />
          <FormText
            form={form}
            name="email"
            label={s.fields[2] ?? ""}
            type="email"
            icon="mail"
            autoComplete="email"
          />
          <FormSelect
            form={form}
            name="size"
            label={s.fields[3] ?? ""}
            options={[
              { value: "small", label: "S" },
              { value: "medium", label: "M" },
              { value: "large", label: "L" },
            ]}
            required
          />
        </Grid>
        <FormArea form={form} name="note" label={s.fields[4] ?? ""} />
        <FormRadio
          form={form}
          name="level"
          label={s.fields[5] ?? ""}
          look="cards"
          options={[
            {
              value: "now",
              label: s.states[7] ?? "",
              detail: s.lead,
              icon: "bike",
              end: <MoneyText amount={{ minor: 1119, currency: "EUR" }} strong />,
            },
            { value: "today", label: s.states[5] ?? "", icon: "van" },
          ]}
        />
        <FormCheckbox form={form} name="fragile" label={s.states[8] ?? ""} />
        <FormSwitch form={form} name="call" label={s.states[9] ?? ""} />
        <Row spread="end">
          <SubmitButton form={form} size="large">
            {s.send}
          </SubmitButton>
        </Row>
      </FormBox>
    </Card>
  );
}
