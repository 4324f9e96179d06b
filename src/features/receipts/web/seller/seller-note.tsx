import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useSeller } from "./use-seller.ts";

/** That receipts do not say who sells, and where to say it; nothing once somebody did. */
export function SellerNote() {
  const t = useWords("money");
  const { data } = useSeller();
  if (data?.details !== null) return null;
  return (
    <Banner tone="warning" actions={<Button href="/f/seller">{t("seller.set")}</Button>}>
      {t("seller.none")}
    </Banner>
  );
}
