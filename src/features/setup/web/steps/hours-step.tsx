import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type OpeningHours, placesApi } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormText } from "#web/forms/fields.tsx";
import { type Field, useField, useForm } from "#web/forms/use-form.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { type StepParts, stateIn, usePass } from "../use-setup.ts";
import { SetStep, StepForm } from "./step-form.tsx";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const FIRST = { days: [1, 2, 3, 4, 5], opens: "08:00", closes: "18:00" };

const Typed = z
  .strictObject({
    days: z.array(z.int()).check(z.refine((days) => days.length > 0, "setup.no-day")),
    opens: z.string(),
    closes: z.string(),
  })
  .check(
    z.refine(({ opens, closes }) => opens !== "" && opens < endOf(closes), {
      error: "setup.order",
      path: ["closes"],
    }),
  );

/** A time box cannot say 24:00: midnight as an end is the end of the day. */
const endOf = (closes: string): string => (closes === "00:00" ? "24:00" : closes);

/** The same hours on the chosen days; all else is on the page of opening hours. */
export function HoursStep(parts: StepParts) {
  const t = useWords("setup");
  const { setup, onStep } = parts;
  if (stateIn(setup, "hours") === "done")
    return (
      <SetStep {...parts} href="/a/hours" edit={t("hours.open")}>
        <Banner tone="done">{t("hours.set", { n: setup.openings })}</Banner>
      </SetStep>
    );
  if (stateIn(setup, "area") === "done") return <HoursForm {...parts} />;
  return (
    <Banner
      actions={
        <Button variant="tonal" onClick={() => onStep("area")}>
          {t("hours.area-go")}
        </Button>
      }
    >
      {t("hours.area-first")}
    </Banner>
  );
}

function HoursForm(parts: StepParts) {
  const t = useWords("setup");
  const queries = useQueryClient();
  const pass = usePass(parts);
  const edit = useCommand(placesApi.editHours, {
    onDone: (area) => void queries.setQueryData(["area"], area),
  });
  const form = useForm<typeof FIRST, typeof FIRST>({
    schema: Typed,
    initial: FIRST,
    onSubmit: async ({ days, opens, closes }) => {
      const { version, hours } = await call(placesApi.readArea, {});
      const weekly = days
        .toSorted((a, b) => a - b)
        .map((weekday) => ({ weekday, opens, closes: endOf(closes) }));
      const wanted: OpeningHours = { ...hours, weekly };
      await edit.mutateAsync({ version, hours: wanted });
      await pass.go();
    },
  });
  return (
    <StepForm form={form} {...parts}>
      <Days field={useField(form, "days", t("hours.days"))} />
      <div className="setup-pair">
        <FormText form={form} name="opens" label={t("hours.opens")} type="time" required />
        <FormText form={form} name="closes" label={t("hours.closes")} type="time" required />
      </div>
    </StepForm>
  );
}

function Days({ field }: { field: Field<number[]> }) {
  const t = useWords("setup");
  const locale = useLocale();
  const { value, onChange } = field;
  return (
    <fieldset className="setup-days" id={field.id} aria-describedby={`${field.id}-note`}>
      <legend className="strong">{t("hours.days")}</legend>
      <div className="row gap-2">
        {DAYS.map((day) => (
          <Checkbox
            key={day}
            label={weekdayName(day, locale)}
            checked={value.includes(day)}
            onChange={(isOpen) => onChange(isOpen ? [...value, day] : value.filter((one) => one !== day))}
          />
        ))}
      </div>
      <FieldNote id={field.id} error={field.error} />
    </fieldset>
  );
}
