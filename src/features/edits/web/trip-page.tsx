import { EditFrame } from "#features/delivery-pages/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { TripForm } from "./trip-form.tsx";
import "./trip.css";

/** Changes what the price of a delivery depends on, and decides about the difference of its price. */
export function TripPage({ params: { id } }: PageProps<{ id: string }>) {
  const t = useWords("edits");
  return (
    <EditFrame id={id} title={t("title")} titleOf={(number) => t("title-of", { number })}>
      {(delivery, refresh) => <TripForm key={id} delivery={delivery} onStale={refresh} />}
    </EditFrame>
  );
}
