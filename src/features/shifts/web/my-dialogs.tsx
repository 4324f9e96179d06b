import { useState } from "react";
import type { LocalDate } from "#kernel/local-time.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import { type Shift, shiftsApi } from "../contract/api.ts";
import { useHours } from "./shift-lines.tsx";
import { withDates } from "./use-week.ts";

const NOTE_MAX = 500;
const noteOf = (text: string): string | null => (text.trim() === "" ? null : text.trim());

interface AskDialogProps {
  /** The first day that is offered. */
  first: LocalDate;
  again: () => Promise<void>;
  onClose: () => void;
}

/** Asks dispatch for a shift. */
export function AskDialog({ first, again, onClose }: AskDialogProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const [date, setDate] = useState(first);
  const [from, setFrom] = useState("08:00");
  const [to, setTo] = useState("16:00");
  const [note, setNote] = useState("");
  const [isBad, setBad] = useState(false);
  const ask = useCommand(shiftsApi.askForShift, { onDone: again });
  const send = async () => {
    if (date === "" || from === "" || to === "" || from === to) return setBad(true);
    setBad(false);
    try {
      await ask.mutateAsync({ date, from, to: to === "00:00" ? "24:00" : to, note: noteOf(note) });
      showSnack({ text: t("mine.asked") });
      onClose();
    } catch {
      // The refusal is in `ask.error`.
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("mine.ask")}
      locked={ask.isPending}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button variant="filled" loading={ask.isPending} onClick={() => void send()}>
            {t("mine.send")}
          </Button>
        </>
      }
    >
      <div className="stack gap-3">
        <p className="quiet">{t("mine.ask-text")}</p>
        <TextField type="date" label={t("mine.date")} value={date} onChange={setDate} min={first} />
        <div className="shift-line">
          <TextField type="time" label={t("dialog.from")} value={from} onChange={setFrom} />
          <TextField type="time" label={t("dialog.to")} value={to} onChange={setTo} />
        </div>
        {to !== "" && to <= from && <p className="quiet small">{t("dialog.next-day")}</p>}
        <TextArea label={t("mine.note")} value={note} onChange={setNote} rows={2} maxLength={NOTE_MAX} />
        {isBad && (
          <p className="field-error" role="alert">
            {t("dialog.incomplete")}
          </p>
        )}
        <RefusalNote error={ask.error === null ? null : withDates(ask.error, f)} />
      </div>
    </Dialog>
  );
}

interface DeclineDialogProps {
  shift: Shift;
  again: () => Promise<void>;
  onClose: () => void;
}

/** Asks dispatch to be freed of a shift. */
export function DeclineDialog({ shift, again, onClose }: DeclineDialogProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const hours = useHours();
  const [note, setNote] = useState("");
  const decline = useCommand(shiftsApi.declineShift, { onDone: again });
  const send = async () => {
    const { id, version } = shift;
    try {
      await decline.mutateAsync({ id, version, note: noteOf(note) });
      showSnack({ text: t("mine.asked") });
      onClose();
    } catch {
      // The refusal is in `decline.error`; a newer version is read.
      await again();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("mine.decline")}
      locked={decline.isPending}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button variant="filled" loading={decline.isPending} onClick={() => void send()}>
            {t("mine.send")}
          </Button>
        </>
      }
    >
      <div className="stack gap-3">
        <p>{t("when", { day: dayName(f, shift.date), hours: hours(shift) })}</p>
        <p className="quiet">{t("mine.decline-text")}</p>
        <TextArea label={t("mine.note")} value={note} onChange={setNote} rows={2} maxLength={NOTE_MAX} />
        <RefusalNote error={decline.error === null ? null : withDates(decline.error, f)} />
      </div>
    </Dialog>
  );
}
