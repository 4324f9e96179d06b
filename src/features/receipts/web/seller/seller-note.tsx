import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { sellerApi } from "../../contract/seller.ts";

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

export const SELLER_KEY = ["seller"];

export const useSeller = () =>
  useQuery({
    queryKey: SELLER_KEY,
    queryFn: ({ signal }) => call(sellerApi.readSeller, {}, { signal }),
  });
