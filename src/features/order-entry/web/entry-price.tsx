import { useEffect, useSyncExternalStore } from "react";
import type { Price as PriceOf } from "#features/quotes/contract/api.ts";
import { PricePanel, priceIn, requestOf, useLines, usePrices } from "#features/sender/web/public-parts.ts";
import { formIdOf } from "#web/forms/form-box.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Money } from "#contract/schemas.ts";
import { type Drops, isBlank, type KeptDrop, sumOf } from "./drops.ts";
import { tripPart } from "./entry-values.ts";
import type { EntryForm as Form } from "./entry-values.ts";
import { TogetherPrice } from "./together-price.tsx";
import type { useEntering } from "./use-entering.ts";
import type { useEnteringTogether } from "./use-entering-together.ts";
import type { NewAmount } from "./use-press.ts";

interface PriceProps {
  readonly form: Form;
  readonly entering: ReturnType<typeof useEntering>;
  readonly together: ReturnType<typeof useEnteringTogether>;
  /** Those before the one in the form. */
  readonly drops: Drops["drops"];
  /** Told the price of the drop in the form, as it stands on the page. */
  readonly onShown: (price: PriceOf | undefined) => void;
}

/** The price of what stands in the form, or of its quote, and the press that books it. */
export function EntryPrice({ form, entering, together, drops, onShown }: PriceProps) {
  const step = useWords("book");
  const { currency } = useConfig();
  const prices = usePrices(tripPart(form));
  const serviceLevel = useValue(form, "serviceLevel");
  const windowStart = useValue(form, "windowStart");
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const parcels = useValue(form, "parcels");
  const windowEnd = useValue(form, "windowEnd");
  const recipient = useValue(form, "recipient");
  const trip = { pickup, dropoff, parcels, serviceLevel, windowStart, windowEnd };
  const lines = useLines(trip, prices.data);
  const { kept } = entering;
  const isQuoted = kept !== null && kept.of === JSON.stringify(requestOf(trip, currency));
  const listed = priceIn(prices.data, serviceLevel, windowStart);
  const price = isQuoted ? kept.quote.price : listed;
  const hasEnds = pickup !== null && dropoff !== null;
  useEffect(() => onShown(price));
  const instead = step(hasEnds ? (prices.isFetching ? "price.coming" : "price.none") : "price.wait");
  if (drops.length > 0) {
    const now = isBlank({ recipient, dropoff }) ? [] : [{ ...trip, recipient, price: listed }];
    const all = quotedOf([...drops, ...now], { pickup, currency, kept: together.kept });
    const total = sumOf(all.drops, currency);
    return (
      <TogetherPrice
        drops={all.drops}
        total={total}
        instead={instead}
        action={<Press form={form} entering={together} total={total} isQuoted={all.isQuoted} />}
      />
    );
  }
  return (
    <PricePanel
      lines={lines}
      price={price}
      busy={prices.isFetching}
      instead={instead}
      action={<Press form={form} entering={entering} total={price?.total} isQuoted={isQuoted} />}
    />
  );
}

interface Quoted extends Pick<PriceProps["together"], "kept"> {
  readonly pickup: Parameters<typeof requestOf>[0]["pickup"];
  readonly currency: string;
}

/** The drops at the prices of their quotes, where they have been asked for. */
function quotedOf(drops: readonly KeptDrop[], { pickup, currency, kept }: Quoted) {
  const of = JSON.stringify(drops.map((drop) => requestOf({ ...drop, pickup }, currency)));
  if (kept?.of !== of) return { drops, isQuoted: false };
  return {
    drops: drops.map((drop, at) => ({ ...drop, price: kept.quotes[at]?.price ?? drop.price })),
    isQuoted: true,
  };
}

interface PressProps extends Pick<PriceProps, "form"> {
  readonly entering: Pick<PriceProps["entering"], "newAmount" | "isBusy" | "error"> & {
    readonly kept: { readonly sent: object | null } | null;
  };
  readonly total: Money | undefined;
  /** The amount is that of a quote that is kept. */
  readonly isQuoted: boolean;
}

/** Books at the amount that it says. */
function Press({ form, entering, total, isQuoted }: PressProps) {
  const t = useWords("order-entry");
  const sender = useWords("sender");
  const format = useFormat();
  const isSending = useSyncExternalStore(form.subscribe, form.isBusy);
  const { kept, newAmount, isBusy, error } = entering;
  const isUnanswered = isQuoted && kept !== null && kept.sent !== null && !isBusy && error === null;
  return (
    <>
      {isQuoted && newAmount && <AmountNote {...newAmount} />}
      {isUnanswered && <Banner tone="warning">{t("sent.unanswered")}</Banner>}
      <Button
        variant="filled"
        size="large"
        full
        type="submit"
        icon="check"
        form={formIdOf(form)}
        loading={isBusy || isSending}
      >
        {total ? sender("price.book", { amount: format.money(total) }) : t("book")}
      </Button>
      <p className="book-price-fine small quiet">{t("keys")}</p>
    </>
  );
}

/** The amount that the next press books, where another one stood on the page, or none. */
function AmountNote({ was, now }: NewAmount) {
  const t = useWords("order-entry");
  const format = useFormat();
  const amount = format.money(now);
  return (
    <Banner tone="warning" urgent>
      {was ? t("price.changed", { was: format.money(was), now: amount }) : t("price.first", { now: amount })}
    </Banner>
  );
}
