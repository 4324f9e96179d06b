import { useEffect } from "react";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isTheirs } from "./entry-values.ts";
import type { EntryForm } from "./entry-values.ts";

/** The account that the order goes to; left as soon as another sender stands in the form. */
export function Account({ form }: { readonly form: EntryForm }) {
  const t = useWords("order-entry");
  const { phone: plan } = useConfig();
  const payer = useValue(form, "payer");
  const name = useValue(form, "sender.name");
  const phone = useValue(form, "sender.phone");
  const isLeft = payer !== null && !isTheirs(payer, { name, phone }, plan);
  useEffect(() => {
    if (isLeft) form.set("payer", null);
  }, [form, isLeft]);
  return (
    <div className="entry-account" role="status">
      <Icon name="person" size="small" />
      {payer && !isLeft ? (
        <span>
          {t("account.theirs", { name: payer.name })} <bdi dir="ltr">{payer.phone}</bdi>{" "}
          <Button variant="text" size="small" onClick={() => form.set("payer", null)}>
            {t("account.leave")}
          </Button>
        </span>
      ) : (
        <span className="quiet">{t("account.none")}</span>
      )}
    </div>
  );
}
