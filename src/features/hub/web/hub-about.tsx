import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { accountsApi } from "#features/accounts/contract/api.ts";
import { call } from "#web/api/call.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Hub, HubAddress, hubApi } from "../contract/api.ts";
import { KEEP_DAYS } from "../domain/keeping.ts";
import { HUB } from "./use-hub.ts";

/** Says where the hub is and how long it keeps parcels; an administrator changes that. */
export function HubAbout({ hub }: { hub: Hub | undefined }) {
  const t = useWords("hub");
  const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }) });
  const [isEditing, setEditing] = useState(false);
  if (!hub) return null;
  return (
    <div className="row gap-2 hub-about">
      <span>{hub.address === null ? t("about.no-address") : <bdi>{hub.address}</bdi>}</span>
      <span className="quiet">{t("about.keeps", { n: hub.keepDays })}</span>
      {me.data?.roles.includes("org-admin") && (
        <Button variant="text" icon="edit" onClick={() => setEditing(true)}>
          {t("keep.edit")}
        </Button>
      )}
      {isEditing && <KeepDialog hub={hub} onClose={() => setEditing(false)} />}
    </div>
  );
}

const Typed = z.strictObject({
  address: z.nullable(HubAddress),
  days: z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d+$/.test(text) && Number(text) >= KEEP_DAYS.min && Number(text) <= KEEP_DAYS.max,
      "hub.bad-days",
    ),
  ),
});

function KeepDialog({ hub, onClose }: { hub: Hub; onClose: () => void }) {
  const t = useWords("hub");
  const queries = useQueryClient();
  const save = useCommand(hubApi.editHub, {
    onDone: () => {
      void queries.invalidateQueries({ queryKey: HUB });
      showSnack({ text: t("keep.saved") });
      onClose();
    },
  });
  const form = useForm({
    schema: Typed,
    initial: { address: hub.address ?? "", days: String(hub.keepDays) },
    toInput: (typed) => ({ ...typed, address: typed.address.trim() === "" ? null : typed.address }),
    onSubmit: async ({ address, days }) => void (await save.mutateAsync({ address, keepDays: Number(days) })),
  });
  return (
    <FormDialog
      form={form}
      label={t("keep.edit")}
      title={t("keep.edit")}
      does={t("keep.save")}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="address"
        label={t("keep.address")}
        hint={t("keep.address-hint")}
        autoComplete="off"
      />
      <FormText
        form={form}
        name="days"
        label={t("keep.label")}
        hint={t("keep.hint", { min: KEEP_DAYS.min, max: KEEP_DAYS.max })}
        inputMode="numeric"
        required
        autoComplete="off"
      />
    </FormDialog>
  );
}
