import type { ReactNode } from "react";
import * as z from "zod/mini";
import { Email, Name, Note, Phone } from "#contract/schemas.ts";
import { toE164 } from "#kernel/phone.ts";
import { FormArea, FormPhone, FormText } from "#web/forms/fields.tsx";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { configAtHand } from "#web/session/config.ts";
import type { ContactDraft } from "./booking.ts";
import "./steps.css";

const Person = z.strictObject({
  name: Name,
  phone: Phone,
  email: z.union([z.literal(""), Email]),
  note: Note,
});
export const Contacts = z.strictObject({ sender: Person, recipient: Person });

export interface ContactsTyped {
  sender: ContactDraft;
  recipient: ContactDraft;
}
export type ContactForm = Form<ContactsTyped, z.output<typeof Contacts>>;

/** Sent by Enter, a number was not left yet: writes both as E.164. */
export const withPhones = <T extends ContactsTyped>(typed: T): T => ({
  ...typed,
  sender: { ...typed.sender, phone: toE164(typed.sender.phone, configAtHand()?.phone) },
  recipient: { ...typed.recipient, phone: toE164(typed.recipient.phone, configAtHand()?.phone) },
});

interface ContactFieldsProps {
  readonly form: ContactForm;
  readonly side: keyof ContactsTyped;
  /** The sender fills it in about themselves; otherwise nothing of theirs is filled in by the browser. */
  readonly own?: boolean;
  /** Stands above the name, e.g. where this person is. */
  readonly children?: ReactNode;
}

/** Asks for one of the two people of a delivery. */
export function ContactFields({ form, side, own = side === "sender", children }: ContactFieldsProps) {
  const t = useWords("sender");
  const step = useWords("book");
  return (
    <fieldset className="book-part">
      <legend className="title">{t(`contact.${side}`)}</legend>
      {children}
      <div className="book-pair">
        <FormText
          form={form}
          name={`${side}.name`}
          label={step("contact.name")}
          autoComplete={own ? "name" : "off"}
          required
        />
        <FormPhone
          form={form}
          name={`${side}.phone`}
          label={step("contact.phone")}
          hint={step(`contact.phone-hint.${side}`)}
          autoComplete={own ? "tel" : "off"}
          required
        />
      </div>
      <FormText
        form={form}
        name={`${side}.email`}
        type="email"
        label={step("contact.email")}
        {...(side === "recipient" && { hint: step("contact.email-hint") })}
        autoComplete={own ? "email" : "off"}
      />
      <FormArea
        form={form}
        name={`${side}.note`}
        label={step(`contact.note.${side}`)}
        rows={2}
        maxLength={500}
      />
    </fieldset>
  );
}
