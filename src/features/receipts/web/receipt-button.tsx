import { useMutation } from "@tanstack/react-query";
import { saveFetched } from "#web/api/save-file.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type Receipt, receiptPath } from "../contract/receipts.ts";

interface ReceiptButtonProps {
  readonly receipt: Receipt;
  readonly headers?: Readonly<Record<string, string>>;
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
    mutationFn: () =>
      saveFetched(receiptPath(receipt.id, locale), `${receipt.number}.pdf`, {
        headers: { ...headers, accept: "application/pdf" },
      }),
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
