import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Id } from "#contract/schemas.ts";
import type { LaterDialogProps } from "#features/delivery-pages/web/public.ts";
import { Follows, orNull } from "#features/delivery-pages/web/public-parts.ts";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type HandOverSheet, deskHandoverApi } from "../contract/api.ts";

/** Gives parcels in a courier's hands to another courier, with the stop and a note to both. */
export function HandOverDialog(props: LaterDialogProps) {
  const t = useWords("delivery-pages");
  const { id, version } = props.delivery;
  const { data, error, refetch } = useQuery({
    queryKey: ["hand-over", id, version],
    queryFn: ({ signal }) => call(deskHandoverApi.readHandOver, { id }, { signal }),
    staleTime: 0,
  });
  if (data && data.couriers.length > 0) return <HandOverForm key={version} sheet={data} {...props} />;
  return (
    <Dialog open onClose={props.onClose} title={t("act.hand_over")}>
      {data ? (
        <p>{t("hand-over.nobody")}</p>
      ) : error ? (
        <RefusalNote error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
}

/** Longest note about the meeting, so that the whole message fits. */
const MOST = 200;
const HandOverValues = z.strictObject({ courierId: Id, note: z.string().check(z.maxLength(MOST)) });

interface HandOverFormProps extends LaterDialogProps {
  readonly sheet: HandOverSheet;
}

function HandOverForm({ sheet, delivery, onDone, onClose }: HandOverFormProps) {
  const t = useWords("delivery-pages");
  const { number, from, couriers, version } = sheet;
  const nameOf = (courierId: string) => couriers.find((one) => one.id === courierId)?.name ?? "";
  // Kept as it is sent: names of another direction stay whole in it.
  const textOf = (courierId: string, note: string) =>
    [
      t("hand-over.said", {
        number: isolated(number),
        from: isolated(from.name),
        to: isolated(nameOf(courierId)),
      }),
      orNull(note),
    ]
      .filter((part) => part !== null)
      .join(" ");
  const form = useForm({
    schema: HandOverValues,
    initial: { courierId: "", note: "" },
    onSubmit: async ({ courierId, note }) => {
      const asked = { id: delivery.id, version, courierId, note: textOf(courierId, note) };
      onDone(await call(deskHandoverApi.handOver, asked));
      showSnack({ text: t("hand-over.done", { to: nameOf(courierId) }) });
    },
  });
  const courierId = useValue(form, "courierId");
  const note = useValue(form, "note");
  return (
    <FormDialog
      form={form}
      label={t("act.hand_over")}
      title={t("act.hand_over")}
      does={t("act.hand_over")}
      onClose={onClose}
    >
      <p>{t("hand-over.text", { from: isolated(from.name), number: isolated(number) })}</p>
      <FormSelect
        form={form}
        name="courierId"
        label={t("hand-over.courier")}
        required
        placeholder={t("hand-over.choose")}
        options={couriers.map(({ id, name, onDuty }) => ({
          value: id,
          label: onDuty ? name : t("hand-over.off", { name }),
        }))}
      />
      <FormText form={form} name="note" label={t("hand-over.note")} maxLength={MOST} />
      {courierId !== "" && (
        <>
          <p className="quiet">{t("hand-over.sent", { text: isolated(textOf(courierId, note)) })}</p>
          <Follows
            deliveryId={delivery.id}
            version={delivery.version}
            act="hand_over"
            courierId={courierId}
          />
        </>
      )}
    </FormDialog>
  );
}
