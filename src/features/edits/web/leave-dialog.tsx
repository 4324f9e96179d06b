import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { WhyNot as Reason } from "#features/choices/domain/decide-choice.ts";
import type { LaterDialogProps } from "#features/delivery-pages/web/public.ts";
import { Follows } from "#features/delivery-pages/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { FormRadio, FormText } from "#web/forms/fields.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { editsApi, type Leave, LEAVES, LeavePlace } from "../contract/api.ts";

/** Leaving parcels with a neighbour or at a safe place, as the recipient said by telephone. */
export function LeaveDialog({ delivery, onDone, onClose }: LaterDialogProps) {
  const t = useWords("edits");
  const { id, version } = delivery;
  const leave = useQuery({
    queryKey: ["leave", id, version],
    queryFn: ({ signal }) => call(editsApi.readLeave, { id }, { signal }),
    staleTime: 0,
  });
  if (leave.data?.options.some(({ why }) => why === null))
    return <LeaveForm leave={leave.data} delivery={delivery} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t("leave")}>
      {leave.isPending && <Skeleton lines={3} />}
      <RefusalNote error={leave.error} onRetry={() => void leave.refetch()} />
      {leave.data && (
        <>
          <WhyNot leave={leave.data} />
          <Agreed leave={leave.data} delivery={delivery} onDone={onDone} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** Reasons that the office reads as they are; the others say that it is not possible now. */
const SAID = ["ended", "at-door", "returning", "missed", "hub", "age", "pin", "cash"] as const;

/** The reason why parcels cannot be left: the same for both ways. */
function WhyNot({ leave }: { readonly leave: Leave }) {
  const t = useWords("edits");
  const why: Reason | null | undefined = leave.options[0]?.why;
  const said = SAID.find((one) => one === why);
  return <Banner icon="lock">{t(said ? `leave.why.${said}` : "leave.why.not-now")}</Banner>;
}

const LeaveValues = z.strictObject({ how: z.enum(LEAVES), place: LeavePlace });
interface LeaveTyped {
  how: (typeof LEAVES)[number];
  place: string;
}

interface LeaveProps extends LaterDialogProps {
  readonly leave: Leave;
}

function LeaveForm({ leave, delivery, onDone, onClose }: LeaveProps) {
  const t = useWords("edits");
  const { courierName } = delivery;
  const agreed = LEAVES.find((how) => how === leave.handover?.how);
  const form = useForm<LeaveTyped, LeaveTyped>({
    schema: LeaveValues,
    initial: { how: agreed ?? "neighbour", place: agreed ? (leave.handover?.place ?? "") : "" },
    onSubmit: async (typed) => {
      onDone(await call(editsApi.setLeave, { id: delivery.id, version: delivery.version, leave: typed }));
      showSnack({ text: t("leave.done") });
    },
  });
  const how = useValue(form, "how");
  return (
    <FormDialog form={form} label={t("leave")} title={t("leave")} does={t("leave.save")} onClose={onClose}>
      <p>{t("leave.text")}</p>
      <FormRadio
        form={form}
        name="how"
        label={t("leave.how")}
        options={LEAVES.map((value) => ({ value, label: t(`leave.${value}`) }))}
      />
      <FormText form={form} name="place" label={t(`leave.place.${how}`)} maxLength={80} required />
      <Banner icon="info">
        <p>{courierName === null ? t("leave.told.nobody") : t("leave.told", { courier: courierName })}</p>
        <p>{t("leave.proof")}</p>
      </Banner>
      <Follows deliveryId={delivery.id} version={delivery.version} act="leave" />
      <Agreed leave={leave} delivery={delivery} onDone={onDone} onClose={onClose} />
    </FormDialog>
  );
}

/** The way back from an agreement. */
function Agreed({ leave, delivery, onDone }: LeaveProps) {
  const t = useWords("edits");
  const back = useCommand(editsApi.setLeave, {
    onDone: (fresh) => {
      onDone(fresh);
      showSnack({ text: t("leave.back.done") });
    },
  });
  if (!leave.mayTakeBack) return null;
  const { id, version } = delivery;
  return (
    <>
      <RefusalNote error={back.error} />
      <Button icon="undo" loading={back.isPending} onClick={() => back.mutate({ id, version, leave: null })}>
        {t("leave.back")}
      </Button>
    </>
  );
}
