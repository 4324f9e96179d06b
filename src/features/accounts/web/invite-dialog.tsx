import { useState } from "react";
import type { ParsedOf } from "#contract/endpoint.ts";
import { GIVEN_ROLES, type Role } from "#kernel/actor.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { type Form, useField, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { InvitationInput, type InvitationLink, invitationsApi } from "../contract/invitations.ts";
import { VehicleClass } from "../contract/people.ts";
import { LinkToCopy } from "./link-to-copy.tsx";
import { RolesField } from "./roles-field.tsx";
import type { Vehicle } from "./person-text.ts";

interface InviteText {
  email: string;
  roles: Role[];
  vehicle: Vehicle | "none";
}
type Wish = ParsedOf<typeof invitationsApi.invitePerson>;
type InviteForm = Form<InviteText, Wish>;

const BLANK: InviteText = { email: "", roles: [], vehicle: "bike" };

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (email: string) => void;
}

/** Whom to invite and as what; then the link, which is shown once. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const t = useWords("accounts");
  const [made, setMade] = useState<InvitationLink>();
  const invite = useCommand(invitationsApi.invitePerson, { onDone: setMade });
  const form: InviteForm = useForm<InviteText, Wish>({
    schema: InvitationInput,
    initial: BLANK,
    toInput: ({ email, roles, vehicle }) => ({
      email: email.trim(),
      roles: GIVEN_ROLES.filter((role) => roles.includes(role)),
      vehicle: vehicle === "none" || !roles.includes("courier") ? null : vehicle,
    }),
    onSubmit: async (wish) => {
      await invite.mutateAsync(wish);
      onInvited(wish.email);
    },
  });
  const roles = useField(form, "roles", t("person.roles"));
  if (made)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t("invite.made", { email: made.invitation.email })}
        actions={
          <Button variant="filled" onClick={onClose}>
            {t("invite.done")}
          </Button>
        }
      >
        <LinkToCopy link={made} />
      </Dialog>
    );
  return (
    <FormDialog form={form} title={t("invite.title")} does={t("invite.make")} onClose={onClose}>
      <FormText
        form={form}
        name="email"
        type="email"
        label={t("invite.email")}
        hint={t("invite.email-hint")}
        autoComplete="off"
        maxLength={254}
        required
      />
      <RolesField field={roles} />
      <VehicleChoice form={form} />
    </FormDialog>
  );
}

/** Only couriers ride. */
function VehicleChoice({ form }: { form: InviteForm }) {
  const t = useWords("accounts");
  const roles = useValue(form, "roles");
  if (!roles.includes("courier")) return null;
  return (
    <FormSelect
      form={form}
      name="vehicle"
      label={t("person.vehicle")}
      options={VehicleClass.options.map((value) => ({ value, label: t(`vehicle.${value}`) }))}
    />
  );
}
