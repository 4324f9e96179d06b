import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormArea, FormPhone, FormText } from "#web/forms/fields.tsx";
import { FormBox, FormProblem, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Seller, SELLER_LIMITS, sellerApi, SellerDetails } from "../../contract/seller.ts";
import { inputOfSeller, type SellerText, textOfSeller, type SellerForm } from "./seller-text.ts";
import { SELLER_KEY, useSeller } from "./seller-note.tsx";
import "./seller.css";

export function SellerPage() {
  const t = useWords("seller");
  const { data, error, isPending, refetch } = useSeller();
  if (data)
    return (
      <>
        <RefusalNote error={error} onRetry={() => void refetch()} />
        <SellerEditor seller={data} onReload={async () => (await refetch()).data} />
      </>
    );
  return (
    <>
      <PageHeader title={t("title")} />
      {isPending ? (
        <Skeleton look="rows" lines={7} />
      ) : (
        <ProblemMessage error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

interface EditorProps {
  seller: Seller;
  onReload: () => Promise<Seller | undefined>;
}

function SellerEditor({ seller, onReload }: EditorProps) {
  const t = useWords("seller");
  const queries = useQueryClient();
  // Version that the editor read; after a conflict, saving again is on top of the newer one.
  const [seen, setSeen] = useState(seller);
  const save = useCommand(sellerApi.changeSeller, {
    onDone: (fresh) => {
      queries.setQueryData(SELLER_KEY, fresh);
      setSeen(fresh);
      showSnack({ text: t("saved") });
    },
  });
  const form: SellerForm = useForm<SellerText, SellerDetails>({
    schema: SellerDetails,
    initial: textOfSeller(seller.details),
    toInput: inputOfSeller,
    onSubmit: async (details) => {
      try {
        await save.mutateAsync({ version: seen.version, details });
      } catch (error) {
        if (isProblem(error, "payments.seller-changed")) setSeen((await onReload()) ?? seen);
        throw error;
      }
    },
  });
  const takeTheirs = () => {
    form.reset(textOfSeller(seen.details));
    form.setProblem(undefined);
  };
  return (
    <div className="seller">
      <PageHeader title={t("title")} detail={t("text")} back="/f" />
      <LastChange seller={seen} />
      <FormBox form={form} className="seller-fields" label={t("title")} problem={null}>
        <Card
          className="seller-fields"
          actions={
            <SubmitButton form={form} icon="check">
              {t("save")}
            </SubmitButton>
          }
        >
          <Fields form={form} />
          <FormProblem form={form}>{(error) => <Refused error={error} onTheirs={takeTheirs} />}</FormProblem>
        </Card>
      </FormBox>
    </div>
  );
}

function Fields({ form }: { form: SellerForm }) {
  const t = useWords("seller");
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t("name")}
        autoComplete="organization"
        maxLength={120}
        required
      />
      <FormArea
        form={form}
        name="address"
        label={t("address")}
        hint={t("address.hint")}
        maxLength={SELLER_LIMITS.address}
        rows={4}
        required
      />
      <FormText
        form={form}
        name="taxId"
        label={t("tax-id")}
        autoComplete="off"
        maxLength={SELLER_LIMITS.taxId}
        required
      />
      <FormText form={form} name="email" label={t("email")} type="email" autoComplete="email" />
      <FormPhone form={form} name="phone" label={t("phone")} />
      <FormText
        form={form}
        name="footer"
        label={t("footer")}
        hint={t("footer.hint")}
        autoComplete="off"
        maxLength={SELLER_LIMITS.footer}
      />
    </>
  );
}

/** Author of the last change; before one, the text that receipts have meanwhile. */
function LastChange({ seller: { changedAt, changedBy } }: { seller: Seller }) {
  const t = useWords("seller");
  const moment = useMoment();
  const { org } = useConfig();
  if (changedAt === null)
    return (
      <Banner tone="warning">
        <p className="strong">{t("none.title")}</p>
        <p>{t("none.text", { name: org.name })}</p>
      </Banner>
    );
  const day = moment(changedAt);
  return (
    <p className="quiet small">
      {changedBy === null ? t("last.nobody", { day }) : t("last", { name: changedBy, day })}
    </p>
  );
}

/** Refusal of the server; after a conflict, with a link to the other change. */
function Refused({ error, onTheirs }: { error: unknown; onTheirs: () => void }) {
  const t = useWords("seller");
  if (!isProblem(error, "payments.seller-changed")) return <RefusalNote error={error} />;
  const theirs = (
    <Button variant="text" onClick={onTheirs}>
      {t("theirs")}
    </Button>
  );
  return <RefusalNote error={error} action={theirs} />;
}
