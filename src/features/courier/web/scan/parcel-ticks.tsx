import { useFormat } from "#web/i18n/format.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import type { CourierStop } from "../../contract/api.ts";
import { useParcelText } from "../use-parcel-text.ts";
import "./parcel-ticks.css";

interface ParcelTicksProps {
  stop: CourierStop;
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}

/** Parcels of a stop with their codes; a tick can be set and taken back by hand. */
export function ParcelTicks({ stop, ticked, onChange }: ParcelTicksProps) {
  const textOf = useParcelText();
  const format = useFormat();
  return (
    <ul className="parcel-ticks">
      {stop.parcels.map((parcel) => (
        <li key={parcel.code}>
          <Checkbox
            label={
              <span className="parcel-tick">
                <bdi className="serial">{parcel.code}</bdi>
                <span className="quiet small">{`${textOf(parcel)} · ${format.mass(parcel.massG)}`}</span>
              </span>
            }
            checked={ticked.includes(parcel.code)}
            onChange={(isTicked) =>
              onChange(isTicked ? [...ticked, parcel.code] : ticked.filter((one) => one !== parcel.code))
            }
          />
        </li>
      ))}
    </ul>
  );
}
