import { useState } from "react";
import * as z from "zod/mini";
import { LocalDate, LocalTime, Note } from "#contract/schemas.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { costOfNext } from "#features/delivery-pages/domain/later-work.ts";
import { reasonOf } from "#features/parcels/domain/reasons.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { FormArea, FormRadio, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { windowOf } from "./edit-values.ts";
import { retryTimes } from "./retry-times.ts";
import { head, orNull } from "./run-action.ts";

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
      <Consequences delivery={delivery} isMoved={!isReturn && when !== "kept"} />
      <FormArea form={form} name="note" label={t("act.note")} rows={2} />
    </FormDialog>
  );
}

/** Consequences of another try: who has the parcels, who learns of it, who pays. */
function Consequences({ delivery, isMoved }: { delivery: Delivery; isMoved: boolean }) {
  const t = useWords("delivery-pages");
  const { custody, courierName } = delivery;
  return (
    <Banner icon="info">
      {(custody === "sender" || custody === "hub") && <p>{t(`retry.holder.${custody}`)}</p>}
      {custody === "courier" && courierName !== null && (
        <p className="strong">{t("retry.holder.courier", { courier: courierName })}</p>
      )}
      {isMoved && <p>{t("retry.told")}</p>}
      <Costs delivery={delivery} />
    </Banner>
  );
}

function Costs({ delivery: { tasks, price } }: { delivery: Delivery }) {
  const t = useWords("delivery-pages");
  const format = useFormat();
  const cost = costOfNext("extraAttempt", tasks, price?.later);
  if (cost) return <p>{t("retry.charged", { amount: format.money(cost) })}</p>;
  const failed = tasks.findLast(({ state }) => state === "failed");
  const reason = failed && reasonOf(failed.kind, failed.outcome?.reason ?? "");
  return <p>{t(reason?.chargeable ? "retry.pays" : "retry.free")}</p>;
}
