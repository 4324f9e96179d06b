import { useMemo, useState } from "react";
import * as z from "zod/mini";
import { CURRENCIES } from "#kernel/currency.ts";
import { intlTag } from "#kernel/locale.ts";
import { FormSelect } from "#web/forms/fields.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { type StepParts, stateIn } from "../use-setup.ts";
import { SetStep, StepForm } from "./step-form.tsx";
import { useSaveOrganisation } from "./use-save-organisation.ts";

const Typed = z.strictObject({ currency: z.string(), timezone: z.string() });

/** Names of zones are written with underscores by machines alone. */
const zoneText = (zone: string): string => zone.replaceAll("_", " ");

/** Currency and time zone, until somebody asked for a price. */
export function MoneyStep(parts: StepParts) {
  const t = useWords("setup");
  const { currency, timezone, isFixed } = parts.setup.organisation;
  if (!isFixed) return <MoneyForm {...parts} />;
  return (
    <SetStep {...parts} href="/a/prices" edit={t("price.open")}>
      <Banner>{t("money.fixed")}</Banner>
      <p className="strong">
        <bdi>{currency}</bdi> · <bdi>{zoneText(timezone)}</bdi>
      </p>
    </SetStep>
  );
}

function MoneyForm(parts: StepParts) {
  const t = useWords("setup");
  const save = useSaveOrganisation(parts);
  const { setup } = parts;
  const { name, currency, timezone } = setup.organisation;
  const [here] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const form = useForm({
    schema: Typed,
    initial: { currency, timezone: stateIn(setup, "money") === "open" ? here : timezone },
    onSubmit: (typed) => save({ name, ...typed }),
  });
  return (
    <StepForm form={form} {...parts}>
      <FormSelect form={form} name="currency" label={t("money.currency")} options={useCurrencies()} />
      <FormSelect
        form={form}
        name="timezone"
        label={t("money.zone")}
        hint={t("money.zone-hint", { zone: zoneText(here) })}
        options={useZones([timezone, here])}
      />
      <p className="quiet small">{t("money.until")}</p>
    </StepForm>
  );
}

function useCurrencies() {
  const tag = intlTag(useLocale());
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: "currency" });
    return CURRENCIES.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
  }, [tag]);
}

function useZones(known: readonly string[]) {
  const [first = "UTC", second = "UTC"] = known;
  return useMemo(() => {
    const zones = new Set([...Intl.supportedValuesOf("timeZone"), first, second]);
    return [...zones].toSorted().map((zone) => ({ value: zone, label: zoneText(zone) }));
  }, [first, second]);
}
