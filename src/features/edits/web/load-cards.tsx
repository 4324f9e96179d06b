import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { Parcels } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { bookingForm, type EditForm, locksOf, typedWindow } from "./trip-values.ts";

interface CardProps {
  readonly form: EditForm;
  readonly delivery: Delivery;
  readonly zone: string;
}

/** Everything that travels, or the reason why it stays. */
export function ParcelsCard({ form, delivery }: Omit<CardProps, "zone">) {
  const t = useWords("edits");
  const lock = locksOf(delivery).parcels;
  return (
    <Card title={t("parcels")} className="edit-wide">
      {lock === null ? (
        <div className="stack gap-4">
          <Parcels form={bookingForm(form)} />
        </div>
      ) : (
        <Lock>{t(lock === "ended" ? "lock.ended" : "lock.parcels.collected")}</Lock>
      )}
    </Card>
  );
}

const Lock = ({ children }: { readonly children: ReactNode }) => (
  <Banner icon="lock">
    <span className="small">{children}</span>
  </Banner>
);

const windowLock = (lock: string) =>
  lock === "at-door" ? "lock.window.at-door" : lock === "returning" ? "lock.window.returning" : "lock.ended";

/** The service level and the promised time; each is locked by itself. */
export function ServiceCard({ form, delivery, zone }: CardProps) {
  const t = useWords("edits");
  const { nameOf, levels } = useLevelNames();
  const { serviceLevel: level, window } = locksOf(delivery);
  const options = levels
    .filter(({ code, isOn }) => isOn || code === delivery.serviceLevel)
    .map(({ code }) => ({ value: code, label: nameOf(code) }));
  return (
    <Card title={t("service")} className="edit-wide">
      <div className="stack gap-3">
        {level === null ? (
          <FormSelect form={form} name="serviceLevel" label={t("level")} options={options} required />
        ) : (
          <>
            <p>{nameOf(delivery.serviceLevel)}</p>
            <Lock>{t(level === "ended" ? "lock.ended" : "lock.under-way")}</Lock>
          </>
        )}
        {window !== null && window !== "ended" && <Lock>{t(windowLock(window))}</Lock>}
        <fieldset className="edit-window" disabled={window !== null}>
          <legend className="hidden-text">{t("service")}</legend>
          <FormText form={form} name="window.date" label={t("window.date")} type="date" required />
          <FormText form={form} name="window.from" label={t("window.from")} type="time" required />
          <FormText form={form} name="window.until" label={t("window.until")} type="time" required />
        </fieldset>
        {window === null && <NextWindow form={form} delivery={delivery} zone={zone} />}
      </div>
    </Card>
  );
}

/** Offers the next window of a level that was chosen anew, since each promises other times. */
function NextWindow({ form, delivery, zone }: CardProps) {
  const t = useWords("edits");
  const f = useFormat();
  const level = useValue(form, "serviceLevel");
  const isOther = level !== delivery.serviceLevel;
  const { data } = useQuery({
    queryKey: ["windows"],
    enabled: isOther,
    queryFn: ({ signal }) => call(quotesApi.offerWindows, {}, { signal }),
  });
  const next = data?.windows.find((one) => one.serviceLevel === level && one.left !== 0);
  if (!isOther || !next) return null;
  return (
    <Button variant="tonal" icon="clock" onClick={() => form.set("window", typedWindow(next.window, zone))}>
      {t("level.next", { window: f.window(next.window, zone) })}
    </Button>
  );
}
