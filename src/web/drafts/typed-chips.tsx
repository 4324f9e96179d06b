import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Chip, FilterChip } from "#web/ui/chip.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import "./typed-chips.css";

interface TypedChipsProps {
  legend: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Known ones that are put in by a press. */
  offered?: readonly string[];
  most: number;
  words: { readonly label: string; readonly hint: string; readonly add: string };
}

/** A list of short words that are typed, or put in by a press where they are known. */
export function TypedChips({ legend, values, onChange, offered = [], most, words }: TypedChipsProps) {
  const [typed, setTyped] = useState("");
  const put = (word: string) => {
    const clean = word.trim();
    setTyped("");
    if (clean !== "" && !values.includes(clean) && values.length < most) onChange([...values, clean]);
  };
  return (
    <fieldset className="typed-chips">
      <legend className="field-label">{legend}</legend>
      <div className="row gap-2">
        {values.map((one) => (
          <Chip key={one} onRemove={() => onChange(values.filter((other) => other !== one))}>
            <bdi>{one}</bdi>
          </Chip>
        ))}
        {offered
          .filter((one) => !values.includes(one))
          .map((one) => (
            <FilterChip key={one} selected={false} icon="add" onChange={() => put(one)}>
              <bdi>{one}</bdi>
            </FilterChip>
          ))}
      </div>
      <div
        className="typed-line"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || typed.trim() === "") return;
          // Inside a form it would send the form.
          event.preventDefault();
          put(typed);
        }}
      >
        <TextField
          label={words.label}
          hint={words.hint}
          value={typed}
          onChange={setTyped}
          // Whoever saves without a press on "add" means it, too.
          onBlur={() => put(typed)}
          maxLength={30}
        />
        <Button icon="add" onClick={() => put(typed)}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}
