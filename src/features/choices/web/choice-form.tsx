import { type FormEvent, useEffect, useId, useRef } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { Choice, Choices } from "../contract/api.ts";

type Kind = Choices["options"][number]["kind"];

export interface ChoiceFormProps {
  readonly kind: Kind;
  readonly choices: Choices;
  /** Sentence about what it costs. */
  readonly cost: string;
  readonly isBusy: boolean;
  readonly onChoose: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** The rest of a choice, what follows from it, and the button that does it. */
export function ChoiceForm({ kind, choices, cost, isBusy, onChoose, onClose }: ChoiceFormProps) {
  const t = useWords("choices");
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("select, input, textarea, button")?.focus();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onChoose(choiceOf(kind, new FormData(event.currentTarget), choices));
  };
  const { nextDay, hub, timezone } = choices;
  return (
    <form
      ref={form}
      className="choices-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Rest kind={kind} choices={choices} />
      <p>
        {t(`effect.${kind}`, {
          day: nextDay ? format.window(nextDay, timezone) : "",
          hub: hub ?? "",
        })}{" "}
        {cost}
      </p>
      <div className="choices-buttons">
        <Button type="submit" variant="filled" loading={isBusy}>
          {t("confirm")}
        </Button>
        <Button variant="text" onClick={onClose}>
          {t("keep")}
        </Button>
      </div>
    </form>
  );
}

function Rest({ kind, choices }: Pick<ChoiceFormProps, "kind" | "choices">) {
  const t = useWords("choices");
  const format = useFormat();
  const id = useId();
  const field = (control: React.ReactNode) => (
    <div className="choices-field">
      <label htmlFor={id}>{t(`ask.${kind as "window" | "safe_place" | "neighbour" | "note"}`)}</label>
      {control}
    </div>
  );
  if (kind === "window")
    return field(
      <select id={id} name="window" required>
        {choices.windows.map((window) => (
          <option key={window.start} value={`${window.start}/${window.end}`}>
            {format.window(window, choices.timezone)}
          </option>
        ))}
      </select>,
    );
  if (kind === "safe_place" || kind === "neighbour")
    return field(
      <input id={id} name="place" required minLength={2} maxLength={80} autoComplete="off" dir="auto" />,
    );
  if (kind === "note")
    return field(
      <textarea id={id} name="note" rows={2} maxLength={500} dir="auto" defaultValue={choices.note} />,
    );
  return null;
}

function choiceOf(kind: Kind, data: FormData, { windows }: Choices): Choice {
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  if (kind === "window") {
    const [start, end] = text("window").split("/");
    return {
      kind,
      window: windows.find((one) => one.start === start && one.end === end) ?? { start: "", end: "" },
    };
  }
  if (kind === "safe_place" || kind === "neighbour") return { kind, place: text("place").trim() };
  return kind === "note" ? { kind, note: text("note").trim() } : { kind };
}
