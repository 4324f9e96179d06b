import { useState } from "react";
import type { Address } from "#features/places/contract/api.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type ImportRow, importsApi, type RowFault } from "../../contract/api.ts";
import type { Field } from "../../domain/fields.ts";
import { faultText } from "../fault-text.ts";
import { PlaceChoice } from "./place-choice.tsx";

const FORM = "import-correct";
type End = "pickup" | "dropoff";
const isEnd = (field: Field): field is End => field === "pickup" || field === "dropoff";

interface CorrectDialogProps {
  readonly importId: string;
  readonly row: ImportRow;
  readonly refresh: () => Promise<void>;
  readonly onClose: () => void;
}

/** Corrects the values of a row that are at fault; what is still wrong stays open with its new reasons. */
export function CorrectDialog({ importId, row: first, refresh, onClose }: CorrectDialogProps) {
  const t = useWords("imports");
  const [row, setRow] = useState(first);
  const [texts, setTexts] = useState<Partial<Record<Field, string>>>({});
  const [places, setPlaces] = useState<Partial<Record<End, Address | undefined>>>({});
  const [isStill, setStill] = useState(false);
  const correct = useCommand(importsApi.correctRow, {
    onDone: async (next) => {
      await refresh();
      if (next.state === "faulty") {
        setRow(next);
        setTexts({});
        setPlaces({});
        setStill(true);
        return;
      }
      showSnack({ text: t("correct.done", { no: next.no }) });
      onClose();
    },
  });
  const save = () => {
    const changed = Object.entries(texts) as [Field, string][];
    correct.mutate({
      id: importId,
      no: row.no,
      texts: changed
        .filter(([field]) => !(isEnd(field) && places[field]))
        .map(([field, text]) => ({ field, text })),
      ...(places.pickup && { pickup: places.pickup }),
      ...(places.dropoff && { dropoff: places.dropoff }),
    });
  };
  const choose = (field: End, place: Address | undefined) => setPlaces((now) => ({ ...now, [field]: place }));
  return (
    <Dialog
      open
      title={t("correct.title", { no: row.no })}
      onClose={onClose}
      locked={correct.isPending}
      actions={
        <Button variant="filled" type="submit" form={FORM} loading={correct.isPending}>
          {t("correct.save")}
        </Button>
      }
    >
      <form
        id={FORM}
        className="stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {isStill && (
          <Banner tone="warning" urgent>
            {t("correct.still")}
          </Banner>
        )}
        {row.faults.map((fault) => (
          <FaultField
            key={`${row.no} ${fault.field}`}
            fault={fault}
            text={texts[fault.field] ?? fault.value}
            place={isEnd(fault.field) ? places[fault.field] : undefined}
            onText={(text) => setTexts((now) => ({ ...now, [fault.field]: text }))}
            onPlace={(place) => isEnd(fault.field) && choose(fault.field, place)}
          />
        ))}
        <RefusalNote error={correct.error} />
      </form>
    </Dialog>
  );
}

interface FaultFieldProps {
  readonly fault: RowFault;
  readonly text: string;
  readonly place: Address | undefined;
  readonly onText: (text: string) => void;
  readonly onPlace: (place: Address | undefined) => void;
}

function FaultField({ fault, text, place, onText, onPlace }: FaultFieldProps) {
  const t = useWords("imports");
  const label = t(`field.${fault.field}`);
  return (
    <div className="stack gap-2">
      <TextField
        label={label}
        value={place?.label ?? text}
        maxLength={500}
        autoComplete="off"
        error={faultText(fault)}
        onChange={(typed) => {
          onPlace(undefined);
          onText(typed);
        }}
      />
      {isEnd(fault.field) && <PlaceChoice candidates={fault.candidates} place={place} onPlace={onPlace} />}
    </div>
  );
}
