import { useState, useSyncExternalStore } from "react";
import type { InputOf, ParsedOf } from "#contract/endpoint.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormPhone, FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { type Form, useField, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { accountsApi } from "../contract/api.ts";
import { MembershipStatus, type Person, PersonEdit, VehicleClass } from "../contract/people.ts";
import { editOf, isWithoutEffect, locksOut, type PersonText, textOfPerson } from "./person-text.ts";
import { RolesField } from "./roles-field.tsx";

type Edit = ParsedOf<typeof accountsApi.editPerson>;
type PersonForm = Form<PersonText, Edit>;

interface PersonDialogProps {
  person: Person;
  isMe: boolean;
  /** Reads the person anew. */
  onReload: () => Promise<Person | undefined>;
  onClose: () => void;
  onSaved: (name: string) => void;
}

/** One person: name, phone, roles, status and vehicle. */
export function PersonDialog({ person, isMe, onReload, onClose, onSaved }: PersonDialogProps) {
  const t = useWords("accounts");
  // The version that the editor saw; after a conflict, saving again is on top of what was read anew.
  const [seen, setSeen] = useState(person);
  const save = useCommand(accountsApi.editPerson, { onDone: ({ name }) => onSaved(name) });
  const form: PersonForm = useForm<PersonText, Edit>({
    schema: PersonEdit,
    initial: textOfPerson(person),
    toInput: (text): InputOf<typeof accountsApi.editPerson> => editOf(seen, text),
    onSubmit: async (edit) => {
      try {
        await save.mutateAsync({ ...edit, version: seen.version });
      } catch (error) {
        if (isProblem(error, "accounts.changed-meanwhile")) setSeen((await onReload()) ?? seen);
        throw error;
      }
    },
  });
  const problem = useSyncExternalStore(form.subscribe, form.problem);
  const roles = useField(form, "roles", t("person.roles"));
  const isStale = isProblem(problem, "accounts.changed-meanwhile");
  const takeTheirs = () => {
    form.reset(textOfPerson(seen));
    form.setProblem(undefined);
  };
  return (
    <FormDialog
      form={form}
      title={t("person.title", { name: person.name })}
      does={t("person.save")}
      onClose={onClose}
      problem={
        <RefusalNote
          error={problem}
          action={
            isStale && (
              <Button variant="text" onClick={takeTheirs}>
                {t("person.take-theirs")}
              </Button>
            )
          }
        />
      }
    >
      <FormText
        form={form}
        name="name"
        label={t("person.name")}
        autoComplete="off"
        maxLength={120}
        required
      />
      <FormPhone form={form} name="phone" label={t("person.phone")} autoComplete="off" />
      <RolesField
        field={roles}
        hint={(role) => (isWithoutEffect(person, role) ? t("person.no-effect") : undefined)}
      />
      <div className="person-pair">
        <FormSelect
          form={form}
          name="vehicle"
          label={t("person.vehicle")}
          options={[
            { value: "none", label: t("person.no-vehicle") },
            ...VehicleClass.options.map((value) => ({ value, label: t(`vehicle.${value}`) })),
          ]}
        />
        <FormSelect
          form={form}
          name="status"
          label={t("person.status")}
          options={MembershipStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </div>
      {isMe && <LockOutNote form={form} person={person} />}
    </FormDialog>
  );
}

function LockOutNote({ form, person }: { form: PersonForm; person: Person }) {
  const t = useWords("accounts");
  const [roles, status] = [useValue(form, "roles"), useValue(form, "status")];
  if (!locksOut(person, { roles, status })) return null;
  return (
    <Banner tone="warning" icon="lock" urgent>
      {t("person.lock-out")}
    </Banner>
  );
}
