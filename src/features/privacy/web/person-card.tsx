import * as z from "zod/mini";
import { useCommand } from "#web/api/use-command.ts";
import { useKept, useKeptForm } from "#web/confirm/kept.ts";
import { FormPhone, FormRadio, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Email, Phone } from "#contract/schemas.ts";
import { type Person, type PersonFound, privacyApi } from "../contract/api.ts";
import { PersonKnown } from "./person-known.tsx";

const Typed = z.discriminatedUnion("way", [
  z.object({ way: z.literal("phone"), phone: Phone, email: z.string() }),
  z.object({ way: z.literal("email"), phone: z.string(), email: Email }),
]);

interface Found {
  readonly person: Person;
  readonly found: PersonFound;
}

/** Finds what is known about a person, hands out a copy, and forgets the person. */
export function PersonCard() {
  const t = useWords("privacy");
  const [shown, setShown] = useKept<Found | undefined>("privacy.found", undefined);
  const find = useCommand(privacyApi.findPerson);
  const form = useKeptForm("privacy.person", {
    schema: Typed,
    initial: { way: "phone", phone: "", email: "" },
    onSubmit: async (typed) => {
      const person = typed.way === "phone" ? { phone: typed.phone } : { email: typed.email };
      setShown(undefined);
      setShown({ person, found: await find.mutateAsync({ person }) });
    },
  });
  const way = useValue(form, "way");
  return (
    <Card title={t("person.title")}>
      <p className="quiet">{t("person.text")}</p>
      <FormBox form={form}>
        <FormRadio
          form={form}
          name="way"
          label={t("person.way")}
          look="row"
          options={[
            { value: "phone", label: t("person.by-phone") },
            { value: "email", label: t("person.by-email") },
          ]}
        />
        {way === "phone" ? (
          <FormPhone form={form} name="phone" label={t("person.phone")} autoComplete="off" required />
        ) : (
          <FormText
            form={form}
            name="email"
            label={t("person.email")}
            type="email"
            autoComplete="off"
            required
          />
        )}
        <div>
          <SubmitButton form={form} variant="outlined" icon="search">
            {t("person.find")}
          </SubmitButton>
        </div>
      </FormBox>
      <div role="status">{shown && <PersonKnown {...shown} onForgotten={() => void form.send()} />}</div>
    </Card>
  );
}
