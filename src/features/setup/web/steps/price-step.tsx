import { useState } from "react";
import * as z from "zod/mini";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { withLater } from "#features/quotes/domain/later.ts";
import { laterRules } from "#features/quotes/domain/later-rules.ts";
import { type Price, priceOf } from "#features/quotes/domain/price.ts";
import { call } from "#web/api/call.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormCheckbox, FormText } from "#web/forms/fields.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { firstRules } from "../../domain/first-prices.ts";
import { type StepParts, stateIn, usePass } from "../use-setup.ts";
import { basisPointsOf, firstText, minorOf, pricesOf, type PriceText } from "./price-text.ts";
import { SetStep, StepForm } from "./step-form.tsx";

/** Trip of the example. */
const EXAMPLE = {
  serviceLevel: "scheduled" as const,
  zoneFrom: null,
  zoneTo: null,
  distanceM: 5_000,
  massG: 1_000,
  parcels: 1,
  weekday: 3,
  timeOfDay: "14:00",
  leadMin: 180,
  specialDay: false,
};

/** Base, kilometres, later work and tax as the first list; the list that comes with Waybill is the other choice. */
export function PriceStep(parts: StepParts) {
  const t = useWords("setup");
  if (stateIn(parts.setup, "price") === "done")
    return (
      <SetStep {...parts} href="/a/prices" edit={t("price.open")}>
        <Banner tone="done">{t("price.set")}</Banner>
      </SetStep>
    );
  return <PriceForm {...parts} />;
}

const schemaIn = (currency: string) =>
  z.strictObject({
    base: z.string().check(z.refine((text) => Boolean(minorOf(text, currency)), "setup.bad-amount")),
    perKm: z.string().check(z.refine((text) => minorOf(text, currency) !== undefined, "setup.bad-amount")),
    tax: z.string().check(z.refine((text) => basisPointsOf(text) !== undefined, "setup.bad-rate")),
    chargesLater: z.boolean(),
  });

function PriceForm(parts: StepParts) {
  const t = useWords("setup");
  const f = useFormat();
  const { currency } = parts.setup.organisation;
  const pass = usePass(parts);
  const publish = useCommand(quotesApi.publishPriceList);
  const [initial] = useState(() => firstText(currency, f.number(1.5).replace(/\d/g, "")));
  const form = useForm<PriceText, PriceText>({
    schema: schemaIn(currency),
    initial,
    onSubmit: async (typed) => {
      const prices = pricesOf(typed, currency);
      if (!prices) return;
      const { version } = await call(quotesApi.readPriceList, {});
      await publish.mutateAsync({ version, rules: firstRules(prices, t("price.per-km")) });
      await pass.go();
    },
  });
  return (
    <StepForm form={form} {...parts} does={t("price.publish")} skip={t("price.default")}>
      <p>{t("price.text")}</p>
      <div className="setup-pair">
        <FormText
          form={form}
          name="base"
          label={t("price.base")}
          inputMode="decimal"
          suffix={currency}
          required
        />
        <FormText
          form={form}
          name="perKm"
          label={t("price.per-km")}
          inputMode="decimal"
          suffix={currency}
          required
        />
        <FormText
          form={form}
          name="tax"
          label={t("price.tax")}
          inputMode="decimal"
          suffix={unitSign(f, "percent")}
          required
        />
      </div>
      <FormCheckbox form={form} name="chargesLater" label={t("price.later", sharesIn(f))} />
      <Example form={form} currency={currency} />
    </StepForm>
  );
}

/** Shares of the base price that the rules for later work take. */
function sharesIn(f: Formats): Record<"again" | "back", string> {
  const [again = "", back = ""] = laterRules([]).map(({ do: { basisPoints } }) =>
    f.number(basisPoints / 10_000, { style: "percent" }),
  );
  return { again, back };
}

/** The price of a trip by the very rules that would be published. */
function Example({ form, currency }: { form: Form<PriceText, PriceText>; currency: string }) {
  const t = useWords("setup");
  const f = useFormat();
  const typed = {
    base: useValue(form, "base"),
    perKm: useValue(form, "perKm"),
    tax: useValue(form, "tax"),
    chargesLater: useValue(form, "chargesLater"),
  };
  const price = priceIn(typed, currency);
  return (
    <p className="setup-example" aria-live="polite" data-testid="example">
      {price
        ? t("price.example", { km: f.distance(EXAMPLE.distanceM), total: f.money(price.total) })
        : t("price.no-example")}{" "}
      {price?.later &&
        t("price.later-example", {
          again: f.money(price.later.extraAttempt),
          back: f.money(price.later.return),
        })}
    </p>
  );
}

function priceIn(typed: PriceText, currency: string): Price | undefined {
  const prices = pricesOf(typed, currency);
  // By card, as most begin: what is too little for a card is free.
  return prices && withLater(priceOf(EXAMPLE, { version: 1, currency, rules: firstRules(prices, "") }), true);
}
