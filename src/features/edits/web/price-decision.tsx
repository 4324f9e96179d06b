import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { PriceTrace } from "#features/quotes/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormArea, FormRadio } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { DistanceText, MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { TripPrice } from "../contract/api.ts";
import { type EditForm, toPrice, type Units } from "./trip-values.ts";
import { useParts } from "./use-trip.ts";

interface PriceDecisionProps {
  readonly form: EditForm;
  readonly delivery: Delivery;
  readonly price: UseQueryResult<TripPrice>;
  readonly units: Units;
}

/** The new price beside the decided one, and what becomes of the difference. */
export function PriceDecision({ form, delivery, price, units }: PriceDecisionProps) {
  const t = useWords("edits");
  const parts = useParts(form);
  const { data, error, isFetching } = price;
  if (!toPrice(delivery, parts, units)) return null;
  return (
    <Card title={t("price.title")}>
      {error && <RefusalNote error={error} onRetry={() => void price.refetch()} />}
      {!data && isFetching && <Skeleton look="card" lines={3} />}
      {data && !error && <Decide form={form} delivery={delivery} price={data} />}
    </Card>
  );
}

interface DecideProps extends Pick<PriceDecisionProps, "form" | "delivery"> {
  readonly price: TripPrice;
}

function Decide({ form, delivery, price }: DecideProps) {
  const t = useWords("edits");
  const f = useFormat();
  const { decided, difference, choices, keptWhy } = price;
  const decision = useValue(form, "decision");
  const only = choices.length === 1 ? choices[0]?.decision : undefined;
  const isOffered = decision === "" || choices.some((one) => one.decision === decision);
  useEffect(() => {
    // A choice that another address does not offer is made anew; the only one needs no press.
    if (only !== undefined && decision !== only) form.set("decision", only);
    else if (!isOffered) form.set("decision", "");
  }, [form, only, decision, isOffered]);
  const amount = f.money({ ...difference, minor: Math.abs(difference.minor) });
  const options = choices.map(({ decision: value, effects }) => ({
    value,
    label: value === "keep" ? t("keep", { amount: f.money(decided) }) : t(value, { amount }),
    detail: value === "keep" ? t("keep.text") : effects.map((effect) => t(`effect.${effect}`)).join(" "),
  }));
  return (
    <div className="stack gap-3">
      <output className="trip-sum" aria-live="polite">
        {difference.minor === 0
          ? t("price.same", { now: f.money(decided) })
          : t(difference.minor > 0 ? "price.more" : "price.less", {
              was: f.money(decided),
              now: f.money(price.price.total),
              amount,
            })}
      </output>
      <Facts>
        <Fact name={t("price.decided")}>
          <MoneyText amount={decided} />
        </Fact>
        <Fact name={t("price.now")}>
          <MoneyText amount={price.price.total} strong />
        </Fact>
        <Fact name={t("price.way")}>
          <DistanceText
            metres={price.distanceM}
            {...(price.distanceSource === "estimated" && { estimated: t("estimated") })}
          />
        </Fact>
        <Fact name={t("price.way-before")}>
          <DistanceText metres={delivery.distanceM} />
        </Fact>
      </Facts>
      <details>
        <summary>{t("price.trace")}</summary>
        <PriceTrace price={price.price} />
      </details>
      {keptWhy !== null && <Banner icon="info">{t(`kept-why.${keptWhy}`)}</Banner>}
      {options.length > 0 && (
        <>
          <FormRadio form={form} name="decision" label={t("decision")} look="cards" options={options} />
          <FormArea
            form={form}
            name="reason"
            label={t(decision === "keep" ? "reason.needed" : "reason")}
            required={decision === "keep"}
            rows={2}
            maxLength={500}
          />
        </>
      )}
    </div>
  );
}
