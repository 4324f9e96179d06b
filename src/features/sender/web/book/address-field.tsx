import { useState } from "react";
import type { Address, PlaceHit } from "#features/places/contract/api.ts";
import { useWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/overlays/combobox.tsx";
import type { ComboOption } from "#web/ui/overlays/combobox.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import type { PinDialogProps } from "./pin-dialog.tsx";

/** The map comes when somebody confirms a pin. */
const PinDialog = lazyPart<PinDialogProps>(
  () => import("./pin-dialog.tsx").then((module) => module.PinDialog),
  ["book"],
);

const ICON: Readonly<Record<PlaceHit["kind"], IconName>> = {
  address: "home",
  street: "route",
  poi: "store",
  "plus-code": "pin",
};

const optionOf = (hit: PlaceHit): ComboOption<PlaceHit> => ({
  id: hit.id,
  label: hit.address.label,
  icon: ICON[hit.kind],
  value: hit,
});

/** The contract of places, and the parser that checks answers, come with the first search. */
const search = async (q: string, signal: AbortSignal) => {
  const { searchPlaces } = await import("./search-places.ts");
  return (await searchPlaces(q, signal)).map(optionOf);
};

/** A phone's field shows that many; the end of a longer address, with the house number, would be hidden in it. */
const FIELD_CHARS = 28;

/** An address that was chosen beside the field stands in it until somebody types. */
const shownText = (typed: string, value: Address | null): string =>
  typed === "" && value ? value.label : typed;

interface AddressFieldProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  value: Address | null;
  onChange: (value: Address | null) => void;
  onBlur: () => void;
}

/**
 * An address that is searched. A house of the map stands where it is; a street or an area is confirmed by a pin. Typing
 * anew takes that back.
 */
export function AddressField({ value, onChange, onBlur, ...frame }: AddressFieldProps) {
  const [text, setText] = useState(value?.label ?? "");
  const [pinning, setPinning] = useState(false);
  const choose = (hit: PlaceHit) => {
    const isDoor = hit.address.precision === "rooftop";
    setText(hit.address.label);
    onChange({ ...hit.address, detail: value?.detail ?? null, pinConfirmed: isDoor });
    if (isDoor) onBlur();
    else setPinning(true);
  };
  const type = (typed: string) => {
    setText(typed);
    if (value && typed !== value.label) onChange(null);
  };
  const leave = () => {
    if (!pinning) onBlur();
  };
  return (
    <div className="book-address" data-testid={`address-${frame.id.split("-").at(-1) ?? ""}`}>
      <Combobox
        {...frame}
        text={shownText(text, value)}
        onText={type}
        search={search}
        onChoose={choose}
        onBlur={leave}
        icon="search"
        required
        autoComplete="off"
        minLength={2}
      />
      {value && <Chosen address={value} onPin={() => setPinning(true)} />}
      {value && pinning && (
        <PinDialog
          address={value}
          onClose={() => setPinning(false)}
          onConfirm={(confirmed) => {
            setText(confirmed.label);
            onChange(confirmed);
            setPinning(false);
          }}
        />
      )}
    </div>
  );
}

/** Below the field: the whole address where a phone's field cuts it, and the way to its pin. */
function Chosen({ address, onPin }: { address: Address; onPin: () => void }) {
  const t = useWords("sender");
  const { label, detail, pinConfirmed } = address;
  return (
    <p className="book-address-pin">
      {label.length > FIELD_CHARS && <bdi className="book-address-whole quiet">{label}</bdi>}
      {!pinConfirmed && (
        <>
          <Icon name="pin" />
          <span>{t("address.unconfirmed")}</span>
        </>
      )}
      {pinConfirmed && detail !== null && <bdi className="quiet">{detail}</bdi>}
      <Button icon="map" size="small" variant={pinConfirmed ? "text" : "tonal"} onClick={onPin}>
        {t(pinConfirmed ? "address.move" : "address.confirm")}
      </Button>
    </p>
  );
}
