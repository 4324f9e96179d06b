import { type Role, GIVEN_ROLES } from "#kernel/actor.ts";
import { useWords } from "#web/i18n/words.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";

interface RolesFieldProps {
  /** Value and error, as returned by `useField`. */
  field: {
    id: string;
    value: readonly Role[];
    onChange: (value: Role[]) => void;
    onBlur: () => void;
    error?: string | undefined;
  };
  /** Remark on a chosen role, such as that it has no effect. */
  hint?: (role: Role) => string | undefined;
}

/** A person's roles as one group of check boxes. */
export function RolesField({ field, hint }: RolesFieldProps) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const { id, value, onChange, onBlur, error } = field;
  return (
    <fieldset
      className="person-roles"
      id={id}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className="field-label">{t("person.roles")}</legend>
      {GIVEN_ROLES.map((role) => (
        <Checkbox
          key={role}
          label={hall(`role.${role}`)}
          checked={value.includes(role)}
          onChange={(on) => onChange(on ? [...value, role] : value.filter((one) => one !== role))}
          hint={value.includes(role) ? hint?.(role) : undefined}
        />
      ))}
      <FieldNote id={id} error={error} />
    </fieldset>
  );
}
