import { type FormEvent, useId } from "react";
import type { PageForms, PostedForm } from "#features/tracking/contract/page.ts";
import { faultText } from "#web/forms/fault-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import type { Choice, Choices } from "../contract/api.ts";
import { PLACE_LENGTH } from "../domain/choice.ts";
import { postedTo, useAlive } from "./use-choices.ts";

type Kind = Choices["options"][number]["kind"];

export interface ChoiceFormProps {
  readonly kind: Kind;
  readonly choices: Choices;
  /** Sentence about what it costs. */
  readonly cost: string;
  readonly isBusy: boolean;
  readonly forms: PageForms | undefined;
  /** @returns whether it was carried out */
  readonly onChoose: (choice: Choice) => Promise<boolean>;
}

/** Field that the server refused, as far as it stands in a form of ours. */
export const faultyField = (posted: PostedForm | undefined) =>
  posted?.fields.find(({ path }) => ["window", "place", "note"].includes(path));

/** Closes what a form stands in, and gives the focus back. */
function close(form: HTMLElement): void {
  const details = form.closest("details");
  if (!details) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

/** The rest of a choice, what follows from it, and the button that does it. */
export function ChoiceForm({ kind, choices, cost, isBusy, forms, onChoose }: ChoiceFormProps) {
  const t = useWords("choices");
  const format = useFormat();
  const isAlive = useAlive();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isBusy && (await onChoose(choiceOf(kind, new FormData(form), choices))))
      form.closest("details")?.removeAttribute("open");
  };
  const { nextDay, hub, timezone } = choices;
  return (
    <form
      method="post"
      action="#choose"
      className="choices-form"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === "Escape") close(event.currentTarget);
      }}
    >
      <Sent forms={forms} act="choose" values={{ kind, version: choices.version }} />
      <Rest kind={kind} choices={choices} posted={postedTo(forms)} />
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
        {isAlive && (
          <Button variant="text" onClick={({ currentTarget }) => close(currentTarget)}>
            {t("keep")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Writes into a form for the server, beside its fields, the act and the key. */
export function Sent({
  forms,
  act,
  values,
}: {
  readonly forms: PageForms | undefined;
  readonly act: string;
  readonly values: Readonly<Record<string, string | number>>;
}) {
  if (!forms) return null;
  return Object.entries({ act, key: forms.key, ...values }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface RestProps extends Pick<ChoiceFormProps, "kind" | "choices"> {
  readonly posted: PostedForm | undefined;
}

type Asking = "window" | "safe_place" | "neighbour" | "note";
const isAsking = (kind: Kind): kind is Asking => ["window", "safe_place", "neighbour", "note"].includes(kind);

/** The one field of a choice that needs more than a press, with the fault that the server found in it. */
function Rest({ kind, choices, posted }: RestProps) {
  const t = useWords("choices");
  const id = useId();
  if (!isAsking(kind)) return null;
  const own = posted?.values["kind"] === kind ? posted : undefined;
  const fault = faultyField(own);
  const control = {
    id,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": fault && `${id}-note`,
  };
  return (
    <div className="choices-field">
      <label htmlFor={id}>{t(`ask.${kind}`)}</label>
      <Control kind={kind} choices={choices} typed={own?.values} control={control} />
      {fault && <FieldNote id={id} error={faultText({ code: fault.code, facts: PLACE_LENGTH })} />}
    </div>
  );
}

interface ControlProps extends Pick<ChoiceFormProps, "choices"> {
  readonly kind: Asking;
  readonly typed: PostedForm["values"] | undefined;
  readonly control: { readonly id: string; readonly "aria-invalid": boolean | undefined };
}

function Control({ kind, choices, typed, control }: ControlProps) {
  const format = useFormat();
  if (kind === "window")
    return (
      <select {...control} name="window" required defaultValue={typed?.["window"]}>
        {choices.windows.map((window) => (
          <option key={window.start} value={`${window.start}/${window.end}`}>
            {format.window(window, choices.timezone)}
          </option>
        ))}
      </select>
    );
  if (kind === "note")
    return (
      <textarea
        {...control}
        name="note"
        rows={2}
        maxLength={500}
        dir="auto"
        defaultValue={typed?.["note"] ?? choices.note}
      />
    );
  return (
    <input
      {...control}
      name="place"
      required
      minLength={PLACE_LENGTH.min}
      maxLength={PLACE_LENGTH.max}
      autoComplete="off"
      dir="auto"
      defaultValue={typed?.["place"]}
    />
  );
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
