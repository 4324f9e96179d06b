import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { quotesApi, ServiceLevel } from "#features/quotes/contract/api.ts";
import type { OfferedWindow } from "#features/quotes/contract/api.ts";
import { call } from "#web/api/call.ts";
import { ProblemFace } from "#web/api/refusal-note.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useField, useForm } from "#web/forms/use-form.ts";
import type { Form } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Face } from "#web/ui/face.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { StepProps } from "./book.tsx";

const When = z.strictObject({
  serviceLevel: ServiceLevel,
  windowStart: z.string().check(z.minLength(1)),
  windowEnd: z.string(),
});
interface Typed {
  serviceLevel: ServiceLevel | "";
  windowStart: string;
  windowEnd: string;
}

/** When it shall be there: only windows that are offered now. */
export function WhenStep({ booking, leave }: StepProps) {
  const t = useWords("book");
  const offers = useQuery({
    queryKey: ["windows"],
    queryFn: ({ signal }) => call(quotesApi.offerWindows, {}, { signal }),
    staleTime: 60_000,
  });
  if (offers.isPending) return <Skeleton look="card" lines={5} />;
  if (offers.error) return <ProblemFace error={offers.error} onRetry={() => void offers.refetch()} />;
  if (offers.data.windows.length === 0)
    return (
      <Face kind="empty" icon="clock" title={t("when.none.title")} onRetry={() => void offers.refetch()}>
        <p>{t("when.none.text")}</p>
      </Face>
    );
  return (
    <WhenForm booking={booking} leave={leave} windows={offers.data.windows} zone={offers.data.timezone} />
  );
}

function WhenForm({
  booking,
  leave,
  windows,
  zone,
}: StepProps & { windows: readonly OfferedWindow[]; zone: string }) {
  const t = useWords("sender");
  const still = windows.some(
    ({ serviceLevel, window }) =>
      serviceLevel === booking.serviceLevel && window.start === booking.windowStart,
  );
  const form = useForm<Typed, z.output<typeof When>>({
    schema: When,
    initial: still
      ? { serviceLevel: booking.serviceLevel, windowStart: booking.windowStart, windowEnd: booking.windowEnd }
      : firstOf(windows),
    onSubmit: leave,
  });
  return (
    <FormBox form={form}>
      <Choice form={form} windows={windows} zone={zone} />
      <SubmitButton form={form} size="large" trailingIcon="arrow-forward">
        {t("book.next")}
      </SubmitButton>
    </FormBox>
  );
}

const firstOf = (windows: readonly OfferedWindow[]): Typed => {
  const [first] = windows;
  return first
    ? { serviceLevel: first.serviceLevel, windowStart: first.window.start, windowEnd: first.window.end }
    : { serviceLevel: "", windowStart: "", windowEnd: "" };
};

function Choice({
  form,
  windows,
  zone,
}: {
  form: Form<Typed>;
  windows: readonly OfferedWindow[];
  zone: string;
}) {
  const t = useWords("sender");
  const step = useWords("book");
  const format = useFormat();
  const level = useField(form, "serviceLevel", step("when.level"));
  const start = useField(form, "windowStart", t("when.window"));
  const levels = [...new Set(windows.map(({ serviceLevel }) => serviceLevel))];
  const ofLevel = windows.filter(({ serviceLevel }) => serviceLevel === level.value);
  const days = [...new Set(ofLevel.map(({ date }) => date))];
  const [day, setDay] = useState(
    ofLevel.find(({ window }) => window.start === start.value)?.date ?? days[0] ?? "",
  );
  const pick = (chosen: OfferedWindow | undefined) => {
    if (!chosen) return;
    form.set("windowStart", chosen.window.start);
    form.set("windowEnd", chosen.window.end);
    setDay(chosen.date);
  };
  const chooseLevel = (next: ServiceLevel) => {
    level.onChange(next);
    pick(windows.find(({ serviceLevel }) => serviceLevel === next));
  };
  return (
    <>
      <RadioGroup
        label={step("when.level")}
        look="cards"
        value={level.value}
        onChange={chooseLevel}
        onBlur={level.onBlur}
        options={levels.map((value) => ({
          value,
          label: step(`level.${value}`),
          detail: step(`level.${value}.detail`),
        }))}
      />
      {days.length > 1 && (
        <Select
          label={step("when.day")}
          value={day}
          onChange={(date) => pick(ofLevel.find((offer) => offer.date === date))}
          options={days.map((date) => ({ value: date, label: format.day(`${date}T12:00:00Z`, "UTC") }))}
        />
      )}
      <Select
        id={start.id}
        label={t("when.window")}
        value={start.value}
        onChange={(chosen) => pick(ofLevel.find(({ window }) => window.start === chosen))}
        onBlur={start.onBlur}
        options={ofLevel
          .filter(({ date }) => date === day)
          .map(({ window }) => ({ value: window.start, label: format.hours(window, zone) }))}
        {...(start.error !== undefined && { error: start.error })}
      />
    </>
  );
}
