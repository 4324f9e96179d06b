import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Note } from "#contract/schemas.ts";
import type { LaterDialogProps } from "#features/delivery-pages/web/public.ts";
import { Follows } from "#features/delivery-pages/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { FormArea } from "#web/forms/fields.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { editsApi } from "../contract/api.ts";

/** The sender's word that undeliverable parcels may be disposed of: noted, or withdrawn. */
export function DisposalDialog({ delivery, onDone, onClose }: LaterDialogProps) {
  const t = useWords("edits");
  const { id, version } = delivery;
  const { data, error, refetch } = useQuery({
    queryKey: ["disposal", id, version],
    queryFn: ({ signal }) => call(editsApi.readDisposal, { id }, { signal }),
    staleTime: 0,
  });
  if (data) return <WordForm isAgreed={data.agreed} delivery={delivery} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t("disposal")}>
      {error ? <RefusalNote error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}

const WordValues = z.strictObject({ reason: Note.check(z.minLength(1)) });

interface WordFormProps extends LaterDialogProps {
  readonly isAgreed: boolean;
}

function WordForm({ isAgreed, delivery, onDone, onClose }: WordFormProps) {
  const t = useWords("edits");
  const { id, version } = delivery;
  const way = isAgreed ? "withdraw" : "agree";
  const form = useForm({
    schema: WordValues,
    initial: { reason: "" },
    onSubmit: async ({ reason }) => {
      onDone(await call(editsApi.setDisposal, { id, version, agreed: !isAgreed, reason }));
      showSnack({ text: t(`disposal.${way}.done`) });
    },
  });
  return (
    <FormDialog
      form={form}
      label={t("disposal")}
      title={t("disposal")}
      does={t(`disposal.${way}`)}
      onClose={onClose}
    >
      <p>{t(`disposal.${way}.text`)}</p>
      <FormArea form={form} name="reason" label={t("disposal.reason")} rows={2} maxLength={500} required />
      <Follows deliveryId={id} version={version} act="disposal" />
    </FormDialog>
  );
}
