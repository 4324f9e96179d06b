import * as z from "zod/mini";
import { Email, Name, Note, Phone } from "#contract/schemas.ts";
import { FormArea, FormPhone, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useSession } from "#web/session/session.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { StepProps } from "./book.tsx";
import type { ContactDraft } from "./booking.ts";

const Person = z.strictObject({
  name: Name,
  phone: Phone,
  email: z.union([z.literal(""), Email]),
  note: Note,
});
const Contacts = z.strictObject({ sender: Person, recipient: Person });
interface Typed {
  sender: ContactDraft;
  recipient: ContactDraft;
}

/** Who hands over, who receives. An account is not needed. */
export function ContactStep({ booking, leave }: StepProps) {
  const t = useWords("book");
  const session = useSession();
  const name =
    session.kind === "signed-in" && booking.sender.name === "" ? session.name : booking.sender.name;
  const form = useForm<Typed, z.output<typeof Contacts>>({
    schema: Contacts,
    initial: { sender: { ...booking.sender, name }, recipient: booking.recipient },
    draft: "book.contact",
    onSubmit: leave,
  });
  return (
    <FormBox form={form}>
      {session.kind === "signed-out" && (
        <Banner
          icon="person"
          actions={
            <Button icon="login" onClick={() => void beginLogin({ returnTo: "/book?step=contact" })}>
              {t("contact.sign-in")}
            </Button>
          }
        >
          {t("contact.guest")}
        </Banner>
      )}
      <Who form={form} side="sender" />
      <Who form={form} side="recipient" />
      <SubmitButton form={form} size="large" trailingIcon="arrow-forward">
        {t("contact.next")}
      </SubmitButton>
    </FormBox>
  );
}

function Who({ form, side }: { form: Form<Typed, z.output<typeof Contacts>>; side: keyof Typed }) {
  const t = useWords("sender");
  const step = useWords("book");
  const own = side === "sender";
  return (
    <fieldset className="book-parcel">
      <legend className="title">{t(`contact.${side}`)}</legend>
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
      {own && (
        <FormText
          form={form}
          name="sender.email"
          type="email"
          label={step("contact.email")}
          autoComplete="email"
        />
      )}
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
