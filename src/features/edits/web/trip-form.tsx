import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useSyncExternalStore } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DeliveryTimeline } from "#features/delivery-pages/web/history/public.ts";
import { EndField } from "#features/sender/web/public-parts.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { OverbookNote } from "#features/slots/web/public.ts";
import { useConfig, useZone } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { editsApi } from "../contract/api.ts";
import { PriceDecision } from "./price-decision.tsx";
import { ParcelsCard, ServiceCard } from "./load-cards.tsx";
import { firstTyped, forgetTrip, useTripDraft } from "./trip-draft.ts";
import {
  askedOf,
  bookingForm,
  changedParts,
  type EditForm,
  type End,
  ENDS,
  locksOf,
  PARTS,
  typedOf,
  TripValues,
} from "./trip-values.ts";
import { useSeen, useTripPrice } from "./use-trip.ts";

interface TripFormProps {
  readonly delivery: Delivery;
  /** Reads the delivery anew, since the server knows a newer one. */
  readonly onStale: () => Promise<void>;
}

/** Refusals after which the delivery is read anew. */
const STALE: ReadonlySet<string> = new Set(["deliveries.changed-meanwhile", "deliveries.too-late-to-edit"]);
/** Refusals after which the price is asked for anew. */
const REPRICED: ReadonlySet<string> = new Set(["edits.price-changed", "edits.not-possible"]);

/** Addresses, parcels and service over a delivery that may change under them: a typed part stays, the others follow. */
export function TripForm({ delivery, onStale }: TripFormProps) {
  const t = useWords("edits");
  const zone = useZone();
  const { currency } = useConfig();
  const units = { zone, currency };
  const queries = useQueryClient();
  const { id } = delivery;
  const page = `/d/deliveries/${id}`;
  const edit = useCommand(editsApi.editTrip);
  // One for each filling of the form: a surcharge is asked for once.
  const [paymentId] = useState(newId);
  const form: EditForm = useForm({
    schema: TripValues,
    initial: firstTyped(delivery, units),
    onSubmit: async ({ decision, reason, ...typed }) => {
      const parts = askedOf(seen.delivery, typed, units);
      if (Object.keys(parts).length === 0) return leave(t("same"));
      const priced = price.data ?? (await price.refetch()).data;
      if (!priced) return;
      const { difference, choices } = priced;
      if (choices.length > 0 && decision === "")
        return void form.setErrors([{ path: "decision", code: "required" }]);
      if (decision === "keep" && reason.trim() === "" && choices.length > 0)
        return void form.setErrors([{ path: "reason", code: "required" }]);
      const chosen = choices.length > 0 && decision !== "" ? decision : null;
      const { version } = seen.delivery;
      const decided = { difference, decision: chosen, reason: reason.trim(), paymentId };
      const knowingly = overbooks.current ? { overbook: true } : {};
      await send({ id, version, ...parts, ...decided, ...knowingly });
    },
  });
  const overbooks = useRef(false);
  const sendKnowingly = async () => {
    overbooks.current = true;
    await form.send();
    overbooks.current = false;
  };
  const seen = useSeen(form, delivery, units);
  const price = useTripPrice(form, seen.delivery, units);
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
    () => changedParts(seen.delivery, form.values(), units).length > 0,
  );
  useAskBeforeClose(isChanged);
  useTripDraft(form, seen.delivery, units);
  const locks = locksOf(delivery);
  const isOpen = PARTS.some((part) => locks[part] === null);
  return (
    <FormBox
      form={form}
      label={t("title")}
      renderProblem={(error) => (
        <OverbookNote error={error} isBusy={edit.isPending} onOverbook={() => void sendKnowingly()} />
      )}
    >
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
        <ServiceCard form={form} delivery={seen.delivery} zone={zone} />
        <ParcelsCard form={form} delivery={seen.delivery} />
      </div>
      {isChanged && <PriceDecision form={form} delivery={seen.delivery} price={price} units={units} />}
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
              form.reset(typedOf(delivery, units));
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
  const lock = locksOf(delivery)[end];
  const booked = delivery[end];
  return (
    <Card title={t(end)}>
      {lock === null ? (
        <EndField key={JSON.stringify(booked)} form={bookingForm(form)} name={end} />
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
