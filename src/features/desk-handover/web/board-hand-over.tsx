import * as z from "zod/mini";
import { isolated } from "#kernel/isolated.ts";
import { FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { HandOverNote } from "#features/dispatch/contract/api.ts";
import { type HandOverAsk, handingOver } from "#features/dispatch/web/public.ts";

/** Longest note about the meeting, so that the whole message fits. */
const MOST = 200;

/** Says who holds which parcels before they are given to another courier, and hands them over with a note to both. */
export function BoardHandOver({ board, wish, onHandOver, onClose }: HandOverAsk) {
  const t = useWords("dispatch");
  const handings = handingOver(board, wish.deliveryIds, wish.courierId);
  const to = board.couriers.find(({ id }) => id === wish.courierId)?.name ?? "";
  // Kept as it is sent: names of another direction stay whole in it.
  const notesWith = (note: string): HandOverNote[] =>
    handings.flatMap(({ from, deliveries }) =>
      deliveries.map(({ id, number }) => {
        const said = t("hand-over.said", {
          number: isolated(number),
          from: isolated(from),
          to: isolated(to),
        });
        return { deliveryId: id, note: [said, note.trim()].filter(Boolean).join(" ") };
      }),
    );
  const form = useForm({
    schema: z.strictObject({ note: z.string().check(z.maxLength(MOST)) }),
    initial: { note: "" },
    onSubmit: async ({ note }) => onHandOver(notesWith(note)),
  });
  const notes = notesWith(useValue(form, "note"));
  const [only, ...more] = notes;
  return (
    <FormDialog
      form={form}
      label={t("hand-over.title", { courier: to })}
      title={t("hand-over.title", { courier: to })}
      does={t("hand-over.do")}
      onClose={onClose}
    >
      {handings.map(({ from, parcels }) => (
        <Banner key={from} icon="swap" tone="warning">
          {t("hand-over.holds", { courier: isolated(from), n: parcels })}
        </Banner>
      ))}
      {wish.deliveryIds.length > notes.length && (
        <p className="quiet">{t("hand-over.rest", { n: wish.deliveryIds.length - notes.length })}</p>
      )}
      <FormText form={form} name="note" label={t("hand-over.note")} maxLength={MOST} />
      <p className="quiet">
        {only && more.length === 0
          ? t("hand-over.sent", { text: isolated(only.note) })
          : t("hand-over.sent-many", { n: notes.length })}{" "}
        {t("hand-over.no-undo")}
      </p>
    </FormDialog>
  );
}
