import { useMutation } from "@tanstack/react-query";
import { saveFile } from "#web/api/save-file.ts";
import { signedFetch } from "#web/api/signed-fetch.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type Receipt, receiptPath } from "../contract/receipts.ts";

type Headers = Readonly<Record<string, string>>;

interface ReceiptButtonProps {
  readonly receipt: Receipt;
  readonly headers?: Headers;
}

/** Fetches the page with the reader's sign-in, which a link alone could not show, and saves it as a file. */
async function download({ id, number }: Receipt, language: string, headers: Headers): Promise<void> {
  const answer = await signedFetch(receiptPath(id, language), {
    headers: { ...headers, accept: "application/pdf" },
    credentials: "omit",
  });
  if (!answer.ok) throw new Error(`receipt answered ${answer.status}`);
  saveFile(await answer.blob(), `${number}.pdf`);
}

const NAMES = {
  receipt: "mine.receipt",
  "credit-note": "mine.credit-note",
  "cancel-note": "mine.cancel-note",
} as const;

/** Downloads a receipt or credit note in the reader's language; a failure says so and the button tries again. */
export function ReceiptButton({ receipt, headers = {} }: ReceiptButtonProps) {
  const t = useWords("payments");
  const locale = useLocale();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => download(receipt, locale, headers),
  });
  return (
    <>
      <Button variant="text" icon="receipt" loading={isPending} onClick={() => mutate()}>
        {t(NAMES[receipt.kind], { number: receipt.number })}
      </Button>
      {isError && <Banner tone="trouble">{t("mine.not-loaded")}</Banner>}
    </>
  );
}
