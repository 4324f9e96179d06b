import { useState } from "react";
import * as z from "zod/mini";
import { LocalDate, LocalTime, Note } from "#contract/schemas.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { FormArea, FormRadio, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { windowOf } from "./edit-values.ts";
import { Follows } from "./later/follows.ts";
import { retryTimes } from "./retry-times.ts";
import { head, orNull } from "./run-action.ts";
import "./edit.css";

interface RetryDialogProps {
  delivery: Delivery;
  onDone: (fresh: Delivery) => void;
  onClose: () => void;
}

const RetryValues = z.strictObject({
  when: z.enum(["kept", "next", "other"]),
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
  note: Note,
});
type RetryValues = z.output<typeof RetryValues>;

/** Plans another try of what failed, with the time that is promised for it. */
export function RetryDialog({ delivery, onDone, onClose }: RetryDialogProps) {
  const t = useWords("delivery-pages");
  const format = useFormat();
  const zone = useZone();
  const { window } = delivery;
  const [times] = useState(() => retryTimes(delivery, Date.now(), zone));
  const failed = delivery.tasks.findLast(({ state }) => state === "failed");
  const isReturn = failed?.kind === "return";
  const next = localAt(fromIso(times.next.start), zone);
  const form = useForm<RetryValues, RetryValues>({
    schema: RetryValues,
    initial: {
      when: times.kept ? "kept" : "next",
      date: next.date,
      from: next.time,
      until: localAt(fromIso(times.next.end), zone).time,
      note: "",
    },
    onSubmit: async ({ when, note, ...other }) => {
      const moved = { kept: window, next: times.next, other: windowOf(other, zone) }[when];
      const promised = isReturn || moved === window ? {} : { window: moved };
      const command = { ...head(), type: "retry" as const, note: orNull(note), ...promised };
      onDone(await call(deliveriesApi.handleDelivery, { id: delivery.id, command }));
      showSnack({ text: t("act.retry.done") });
    },
  });
  const when = useValue(form, "when");
  const offered = [
    ...(times.kept ? [{ value: "kept" as const, label: t("retry.kept"), window: times.kept }] : []),
    { value: "next" as const, label: t("retry.next"), window: times.next },
  ];
  return (
    <FormDialog
      form={form}
      label={t("act.retry")}
      title={t("act.retry")}
      does={t("act.retry")}
      onClose={onClose}
    >
      <p>
        {t("act.retry.text", { number: delivery.number })}{" "}
        {failed && t("retry.try", { no: failed.tryNo + 1 })}
      </p>
      {!isReturn && (
        <FormRadio
          form={form}
          name="when"
          label={t("retry.when")}
          look="cards"
          options={[
            ...offered.map((one) => ({
              value: one.value,
              label: one.label,
              detail: format.window(one.window, zone),
            })),
            { value: "other" as const, label: t("retry.other") },
          ]}
        />
      )}
      {!isReturn && when === "other" && (
        <div className="edit-window">
          <FormText form={form} name="date" label={t("edit.date")} type="date" required />
          <FormText form={form} name="from" label={t("edit.from")} type="time" required />
          <FormText form={form} name="until" label={t("edit.until")} type="time" required />
        </div>
      )}
      <Holder delivery={delivery} isMoved={!isReturn && when !== "kept"} />
      <Follows deliveryId={delivery.id} version={delivery.version} act="retry" />
      <FormArea form={form} name="note" label={t("act.note")} rows={2} />
    </FormDialog>
  );
}

/** Says who has the parcels, that the new time is shown, and that it may be charged where the price names no amount. */
function Holder({ delivery, isMoved }: { delivery: Delivery; isMoved: boolean }) {
  const t = useWords("delivery-pages");
  const lines = [
    holderText(delivery, t),
    isMoved && t("retry.told"),
    mayCharge(delivery) && t("retry.pays"),
  ].filter((line) => typeof line === "string");
  if (lines.length === 0) return null;
  return (
    <Banner icon="info">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  );
}

function holderText({ custody, courierName }: Delivery, t: Translate<"delivery-pages">): string | undefined {
  if (custody === "sender" || custody === "hub") return t(`retry.holder.${custody}`);
  return custody === "courier" && courierName !== null
    ? t("retry.holder.courier", { courier: courierName })
    : undefined;
}

function mayCharge({ tasks, price }: Delivery): boolean {
  const fault = tasks.findLast(({ state }) => state === "failed")?.outcome?.fault;
  return (fault === "sender" || fault === "recipient") && !price?.later;
}
