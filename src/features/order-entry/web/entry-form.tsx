import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Money } from "#contract/schemas.ts";
import {
  LoadAndTime,
  PricePanel,
  priceIn,
  requestOf,
  useLines,
  usePrices,
  withPhones,
} from "#features/sender/web/public-parts.ts";
import type { TripFault } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { OverbookNote } from "#features/slots/web/public.ts";
import { FormBox, formIdOf } from "#web/forms/form-box.tsx";
import { focusInput, useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { type EntryWay, orderEntryApi, type PastEntry } from "../contract/api.ts";
import { Account } from "./account.tsx";
import { CallerField } from "./caller-field.tsx";
import { EntryPlaces } from "./entry-places.tsx";
import { EMPTY_ENTRY, Entry, fromCaller, sameAgain, tripPart } from "./entry-values.ts";
import type { EntryForm as Form, EntryTyped } from "./entry-values.ts";
import { Way } from "./way.tsx";
import { type EnteredReply, type NewAmount, useEntering } from "./use-entering.ts";

const CALLER = "entry-caller";

interface EntryFormProps {
  /** An earlier order that fills the form. */
  readonly like: PastEntry | undefined;
  readonly onFilled: () => void;
  /** `assigns`: the delivery goes to a courier next. */
  readonly onEntered: (reply: EnteredReply, assigns: boolean) => void;
}

/** The form of one call. Kept in this tab until it is booked: a call that is cut off loses nothing. */
export function EntryForm(props: EntryFormProps) {
  const ways = useQuery({
    queryKey: ["entry-ways"],
    queryFn: ({ signal }) => call(orderEntryApi.entryWays, {}, { signal }),
    staleTime: Infinity,
  });
  if (ways.error) return <ProblemMessage error={ways.error} onRetry={() => void ways.refetch()} />;
  if (!ways.data) return <Skeleton look="card" lines={6} />;
  return <Fields ways={ways.data.ways} {...props} />;
}

function Fields({
  ways,
  like,
  onFilled,
  onEntered,
}: EntryFormProps & { readonly ways: readonly EntryWay[] }) {
  const t = useWords("order-entry");
  const { currency } = useConfig();
  const [faults, setFaults] = useState<readonly TripFault[]>([]);
  const [fills, setFills] = useState(0);
  const shown = useRef<Money>(undefined);
  const assigns = useRef(false);
  const overbooks = useRef(false);
  const entering = useEntering(currency);
  const form: Form = useForm({
    schema: Entry,
    initial: { ...EMPTY_ENTRY, way: ways[0] ?? "" },
    toInput: withPhones,
    draft: "order-entry",
    onSubmit: async (entry) => {
      if (faults.length > 0) return void form.setErrors(faults);
      const entered = await entering.press(entry, shown.current, overbooks.current);
      if (!entered) return;
      form.done();
      onEntered(entered, assigns.current);
    },
  });
  useEffect(() => focusInput(CALLER), []);
  const fill = (part: Partial<EntryTyped>) => {
    form.reset({ ...form.values(), ...part });
    setFills(fills + 1);
  };
  const fillLike = useLatest((past: PastEntry) => {
    fill(sameAgain(past, currency));
    onFilled();
  });
  useEffect(() => {
    if (like) fillLike.current(like);
  }, [fillLike, like]);
  const onShown = useCallback((total: Money | undefined) => {
    shown.current = total;
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    assigns.current = event.shiftKey;
    void form.send().finally(() => {
      assigns.current = false;
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the form's own button
    <div className="book book-at-trip entry-book" onKeyDown={onKeyDown}>
      <div className="book-main">
        <FormBox
          form={form}
          problem={
            <>
              {entering.isStale && <Banner tone="warning">{t("price.stale")}</Banner>}
              <OverbookNote
                error={entering.error}
                isBusy={entering.isBusy}
                onOverbook={() => {
                  overbooks.current = true;
                  void form.send().finally(() => {
                    overbooks.current = false;
                  });
                }}
              />
            </>
          }
        >
          <Card title={t("caller.title")} className="entry-card">
            <CallerField
              id={CALLER}
              onCaller={(caller) => fill(fromCaller(caller))}
              onSame={(past) => fill(sameAgain(past, currency))}
            />
            <Account form={form} />
          </Card>
          <EntryPlaces form={form} fills={fills} />
          <LoadAndTime form={tripPart(form)} onFaults={setFaults} overbooks />
          <Way form={form} ways={ways} />
        </FormBox>
      </div>
      <Price form={form} entering={entering} onShown={onShown} />
    </div>
  );
}

interface PriceProps {
  readonly form: Form;
  readonly entering: ReturnType<typeof useEntering>;
  /** Told the amount that stands on the page. */
  readonly onShown: (total: Money | undefined) => void;
}

/** The price of what stands in the form, or of its quote, and the press that books it. */
function Price({ form, entering, onShown }: PriceProps) {
  const step = useWords("book");
  const { currency } = useConfig();
  const prices = usePrices(tripPart(form));
  const serviceLevel = useValue(form, "serviceLevel");
  const windowStart = useValue(form, "windowStart");
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const parcels = useValue(form, "parcels");
  const windowEnd = useValue(form, "windowEnd");
  const trip = { pickup, dropoff, parcels, serviceLevel, windowStart, windowEnd };
  const { kept } = entering;
  const isQuoted = kept !== null && kept.of === JSON.stringify(requestOf(trip, currency));
  const price = isQuoted ? kept.quote.price : priceIn(prices.data, serviceLevel, windowStart);
  const hasEnds = pickup !== null && dropoff !== null;
  useEffect(() => onShown(price?.total));
  return (
    <PricePanel
      lines={useLines(trip, prices.data)}
      price={price}
      busy={prices.isFetching}
      instead={step(hasEnds ? (prices.isFetching ? "price.coming" : "price.none") : "price.wait")}
      action={<Press form={form} entering={entering} total={price?.total} isQuoted={isQuoted} />}
    />
  );
}

interface PressProps extends Pick<PriceProps, "form" | "entering"> {
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
