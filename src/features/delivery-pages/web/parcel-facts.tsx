import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { ParcelLine } from "#features/parcels/web/public.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";

/** Parcels of a delivery: size, mass, contents, and which are fragile; then where each of them is. */
export function ParcelFacts({
  delivery,
  zone,
}: {
  delivery: Pick<Delivery, "parcelList" | "parcelStates">;
  zone: string;
}) {
  const t = useWords("delivery-pages");
  const f = useFormat();
  const { currency } = useConfig();
  return (
    <>
      <Facts>
        {delivery.parcelList.map((parcel, at) => (
          <Fact
            key={at}
            name={
              <span className="choice-text">
                <span>{t(`parcel.${parcel.size}`)}</span>
                {parcel.contents !== "" && <bdi className="small">{parcel.contents}</bdi>}
              </span>
            }
          >
            <span className="row gap-2">
              {parcel.fragile && (
                <span className="row gap-1">
                  <Icon name="fragile" size="small" />
                  {t("parcel.fragile")}
                </span>
              )}
              {parcel.ageRestricted && <span>{t("parcel.age")}</span>}
              {parcel.valueMinor !== undefined && (
                <span>{t("parcel.value", { value: f.money({ minor: parcel.valueMinor, currency }) })}</span>
              )}
              <span className="figure">{f.mass(parcel.massG)}</span>
            </span>
          </Fact>
        ))}
      </Facts>
      <ul className="stack gap-2">
        {delivery.parcelStates.map((parcel) => (
          <li key={parcel.code}>
            <ParcelLine parcel={parcel} zone={zone} />
          </li>
        ))}
      </ul>
    </>
  );
}
