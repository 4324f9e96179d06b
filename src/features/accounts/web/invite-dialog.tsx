import { useState, useSyncExternalStore } from "react";
import type { ParsedOf } from "#contract/endpoint.ts";
import { ROLES, type Role } from "#kernel/actor.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormSummary } from "#web/forms/form-box.tsx";
import { type Form, useField, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { InvitationInput, type InvitationLink, invitationsApi } from "../contract/invitations.ts";
import { VehicleClass } from "../contract/people.ts";
import { LinkToCopy } from "./link-to-copy.tsx";
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
  onInvited: () => void;
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
      roles: ROLES.filter((role) => roles.includes(role)),
      vehicle: vehicle === "none" || !roles.includes("courier") ? null : vehicle,
    }),
    onSubmit: async (wish) => {
      await invite.mutateAsync(wish);
      onInvited();
    },
  });
  const formId = `${form.id}-form`;
  const problem = useSyncExternalStore(form.subscribe, form.problem);
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
    <Dialog
      open
      onClose={onClose}
      title={t("invite.title")}
      locked={invite.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t("person.cancel")}</Button>
          <Button variant="filled" type="submit" form={formId} loading={invite.isPending}>
            {t("invite.make")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.send();
        }}
      >
        <FormSummary form={form} />
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
        <Roles form={form} />
        <VehicleChoice form={form} />
        <RefusalNote error={problem} />
      </form>
    </Dialog>
  );
}

function Roles({ form }: { form: InviteForm }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const { id, value, onChange, onBlur, error } = useField(form, "roles", t("person.roles"));
  return (
    <fieldset
      className="person-roles"
      id={id}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className="field-label">{t("person.roles")}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          label={hall(`role.${role}`)}
          checked={value.includes(role)}
          onChange={(on) => onChange(on ? [...value, role] : value.filter((one) => one !== role))}
        />
      ))}
      <FieldNote id={id} error={error} />
    </fieldset>
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
