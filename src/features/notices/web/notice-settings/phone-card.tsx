import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Phone } from "#contract/schemas.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormPhone } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";

const PHONE_KEY = ["carrier-phone"];
const Typed = z.strictObject({ phone: z.nullable(Phone) });

/** The number that recipients may call. */
export function PhoneCard() {
  const t = useWords("notice-settings");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: PHONE_KEY,
    queryFn: ({ signal }) => call(trackingApi.readCarrierPhone, {}, { signal }),
  });
  return (
    <Card title={t("phone.title")}>
      {data ? (
        <PhoneForm phone={data.phone} />
      ) : isPending ? (
        <Skeleton lines={2} />
      ) : (
        <ProblemMessage error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

function PhoneForm({ phone }: { readonly phone: string | null }) {
  const t = useWords("notice-settings");
  const queries = useQueryClient();
  const save = useCommand(trackingApi.editCarrierPhone, {
    onDone: (fresh) => {
      queries.setQueryData(PHONE_KEY, fresh);
      showSnack({ text: t("phone.saved") });
    },
  });
  const form = useForm({
    schema: Typed,
    initial: { phone: phone ?? "" },
    toInput: (typed) => ({ phone: typed.phone.trim() === "" ? null : typed.phone }),
    onSubmit: async (typed) => void (await save.mutateAsync(typed)),
  });
  return (
    <FormBox form={form} label={t("phone.title")}>
      <div className="notice-limits">
        <FormPhone form={form} name="phone" label={t("phone.label")} hint={t("phone.hint")} />
      </div>
      <div>
        <SubmitButton form={form} icon="check" variant="tonal">
          {t("phone.save")}
        </SubmitButton>
      </div>
    </FormBox>
  );
}
