import { useState } from "react";
import { type Address, placesApi } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { useWords } from "#web/i18n/words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Combobox } from "#web/ui/overlays/combobox.tsx";

interface PlaceChoiceProps {
  readonly candidates: readonly Address[];
  readonly place: Address | undefined;
  readonly onPlace: (place: Address) => void;
}

/** Places that may be meant, and a search for any other house. */
export function PlaceChoice({ candidates, place, onPlace }: PlaceChoiceProps) {
  const t = useWords("imports");
  const [text, setText] = useState("");
  const search = async (q: string, signal: AbortSignal) => {
    const { hits } = await call(placesApi.searchPlaces, { q }, { signal });
    return hits
      .filter(({ address }) => address.precision === "rooftop")
      .map(({ id, address }) => ({ id, label: address.label, icon: "home" as const, value: address }));
  };
  return (
    <>
      {candidates.length > 0 && (
        <RadioGroup
          label={t("correct.meant")}
          value={place?.label ?? ""}
          options={candidates.map(({ label }) => ({ value: label, label }))}
          onChange={(label) => {
            const chosen = candidates.find((one) => one.label === label);
            if (chosen) onPlace(chosen);
          }}
        />
      )}
      <Combobox
        label={t("correct.search")}
        text={text}
        onText={setText}
        search={search}
        onChoose={(address) => {
          setText(address.label);
          onPlace({ ...address, pinConfirmed: true });
        }}
        empty={t("correct.not-found")}
        icon="search"
        autoComplete="off"
        minLength={2}
      />
    </>
  );
}
