import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Delivery, TimelineEntry } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS } from "#features/deliveries/domain/edits.ts";
import { DeliveryTimeline } from "#features/delivery-pages/web/history/public.ts";
import { EndField } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { editsApi } from "../contract/api.ts";
import { PriceDecision } from "./price-decision.tsx";
import { firstTyped, forgetTrip, useTripDraft } from "./trip-draft.ts";
import {
  bookedEnd,
  changedEnds,
  type EditForm,
  type End,
  ENDS,
  endsOf,
  isSame,
  pricedPoints,
  typedOf,
  TripValues,
} from "./trip-values.ts";

interface TripFormProps {
  readonly delivery: Delivery;
  /** Reads the delivery anew, since the server knows a newer one. */
  readonly onStale: () => Promise<void>;
}

/** Refusals after which the delivery is read anew. */
const STALE: ReadonlySet<string> = new Set(["deliveries.changed-meanwhile", "deliveries.too-late-to-edit"]);
/** Refusals after which the price is asked for anew. */
const REPRICED: ReadonlySet<string> = new Set(["edits.price-changed", "edits.not-possible"]);

/** The addresses over a delivery that may change under them: a typed one stays, the other follows. */
export function TripForm({ delivery, onStale }: TripFormProps) {
  const t = useWords("edits");
  const zone = useZone();
  const queries = useQueryClient();
  const { id } = delivery;
  const page = `/d/deliveries/${id}`;
  const edit = useCommand(editsApi.editTrip);
  // One for each filling of the form: a surcharge is asked for once.
  const [paymentId] = useState(newId);
  const form: EditForm = useForm({
    schema: TripValues,
    initial: firstTyped(delivery),
    onSubmit: async ({ pickup, dropoff, decision, reason }) => {
      const ends = changedEnds(seen.delivery, { pickup, dropoff });
      if (Object.keys(ends).length === 0) return leave(t("same"));
      const priced = price.data ?? (await price.refetch()).data;
      if (!priced) return;
      const { difference, choices } = priced;
      if (choices.length > 0 && decision === "")
        return void form.setErrors([{ path: "decision", code: "required" }]);
      if (decision === "keep" && reason.trim() === "" && choices.length > 0)
        return void form.setErrors([{ path: "reason", code: "required" }]);
      const chosen = choices.length > 0 && decision !== "" ? decision : null;
      const { version } = seen.delivery;
      await send({ id, version, ...ends, difference, decision: chosen, reason: reason.trim(), paymentId });
    },
  });
  const seen = useSeen(form, delivery);
  const price = useTripPrice(form, seen.delivery);
  const send = async (input: Parameters<typeof edit.mutateAsync>[0]) => {
    try {
      const { delivery: fresh, asked } = await edit.mutateAsync(input);
      queries.setQueryData(["delivery", id], fresh);
      leave(asked ? t(asked.mailed ? "done.mailed" : "done.not-mailed") : t("done"));
    } catch (error) {
      if (isProblem(error) && STALE.has(error.code)) await onStale();
      if (isProblem(error) && REPRICED.has(error.code)) await price.refetch();
      throw error;
    }
  };
  const leave = (text: string) => {
    forgetTrip(id);
    showSnack({ text });
    go(page);
  };
  const isChanged = useSyncExternalStore(
    form.subscribe,
    () => Object.keys(changedEnds(seen.delivery, form.values())).length > 0,
  );
  useAskBeforeClose(isChanged);
  useTripDraft(form, seen.delivery);
  const locks = EDIT_LOCKS[delivery.state];
  const isOpen = ENDS.some((end) => locks[end] === null);
  return (
    <FormBox form={form} label={t("title")}>
      {seen.news.length > 0 && (
        <Banner tone="warning" urgent>
          <p className="strong">{t("meanwhile")}</p>
          <DeliveryTimeline delivery={{ ...delivery, timeline: [...seen.news] }} zone={zone} />
        </Banner>
      )}
      <div className="edit-parts trip-ends">
        {ENDS.map((end) => (
          <EndCard key={end} end={end} form={form} delivery={seen.delivery} />
        ))}
      </div>
      {isChanged && <PriceDecision form={form} delivery={seen.delivery} price={price} />}
      {isChanged && (
        <Banner icon="info">
          <p>
            {delivery.courierName === null ? t("told.nobody") : t("told", { courier: delivery.courierName })}
          </p>
          <p>{t("told.labels")}</p>
        </Banner>
      )}
      <Row spread="end">
        {isChanged ? (
          <Button
            variant="text"
            onClick={() => {
              form.reset(typedOf(delivery));
              leave(t("discarded"));
            }}
          >
            {t("discard")}
          </Button>
        ) : (
          <Button variant="text" href={page}>
            {t("back")}
          </Button>
        )}
        {isOpen && (
          <SubmitButton form={form} icon="check">
            {t("save")}
          </SubmitButton>
        )}
      </Row>
    </FormBox>
  );
}

interface EndCardProps {
  readonly end: End;
  readonly form: EditForm;
  readonly delivery: Delivery;
}

/** One end of the way, to be searched anew, or the reason why it stays. */
function EndCard({ end, form, delivery }: EndCardProps) {
  const t = useWords("edits");
  const lock = EDIT_LOCKS[delivery.state][end];
  const booked = delivery[end];
  return (
    <Card title={t(end)}>
      {lock === null ? (
        <EndField key={JSON.stringify(booked)} form={endsOf(form)} name={end} />
      ) : (
        <>
          <p className="strong" dir="auto">
            <AddressBreak label={booked.label} />
          </p>
          <Banner icon="lock">
            <span className="small">{t(`lock.${lock}`)}</span>
          </Banner>
        </>
      )}
    </Card>
  );
}

interface Seen {
  readonly delivery: Delivery;
  /** Events that came while something typed was unsaved. */
  readonly news: readonly TimelineEntry[];
}

/** The delivery that the form was filled from. An end that was not typed over follows a newer one. */
function useSeen(form: EditForm, delivery: Delivery): Seen {
  const [seen, setSeen] = useState<Seen & { readonly before: Delivery }>({
    delivery,
    before: delivery,
    news: [],
  });
  if (delivery.version > seen.delivery.version) {
    const since = delivery.timeline.filter(({ seq }) => seq > seen.delivery.version);
    const isTyped = Object.keys(changedEnds(seen.delivery, form.values())).length > 0;
    setSeen({ delivery, before: seen.delivery, news: isTyped ? [...seen.news, ...since] : [] });
  }
  useEffect(() => {
    for (const end of ENDS)
      if (isSame(form.get(end), bookedEnd(seen.before, end))) form.set(end, bookedEnd(seen.delivery, end));
  }, [form, seen]);
  return seen;
}

/** The price of what stands in the form; asked for once both ends are there. */
function useTripPrice(form: EditForm, delivery: Delivery) {
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const points = pricedPoints(delivery, { pickup, dropoff });
  return useQuery({
    queryKey: ["trip-price", points, delivery.version],
    enabled: points !== undefined,
    queryFn: ({ signal }) => {
      if (!points) throw new Error("there is nothing to price");
      return call(editsApi.priceTrip, points, { signal });
    },
    gcTime: 0,
  });
}
