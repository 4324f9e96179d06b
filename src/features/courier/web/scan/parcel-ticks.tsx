import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import type { CourierStop } from "../../contract/api.ts";
import "./parcel-ticks.css";

interface ParcelTicksProps {
  stop: CourierStop;
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}

/** Parcels of a stop with their codes; a tick can be set and taken back by hand. */
export function ParcelTicks({ stop, ticked, onChange }: ParcelTicksProps) {
  const t = useWords("courier");
  const format = useFormat();
  return (
    <ul className="parcel-ticks">
      {stop.parcels.map(({ code, size, contents, fragile, ageRestricted, massG }) => (
        <li key={code}>
          <Checkbox
            label={
              <span className="parcel-tick">
                <bdi className="serial">{code}</bdi>
                <span className="quiet small">
                  {[
                    t(`size.${size}`),
                    contents && `\u2068${contents}\u2069`,
                    fragile ? t("stop.fragile") : "",
                    ageRestricted ? t("stop.age") : "",
                    format.mass(massG),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
            }
            checked={ticked.includes(code)}
            onChange={(isTicked) =>
              onChange(isTicked ? [...ticked, code] : ticked.filter((one) => one !== code))
            }
          />
        </li>
      ))}
    </ul>
  );
}
