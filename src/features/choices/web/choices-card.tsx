import "#web/ui/styles/field.css";
import "./choices.css";
import "./words.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Choice, type Choices, choicesApi } from "../contract/api.ts";
import { ChoiceForm, faultyField } from "./choice-form.tsx";
import { Made } from "./made.tsx";
import { type Acts, type ChoicesGiven, postedTo, useChoices } from "./use-choices.ts";

export type ChoicesCardProps = ChoicesGiven;

/** Reasons that say nothing to a recipient: the choice is for another moment, or for carriers with a place of their own. */
const UNSAID: ReadonlySet<string> = new Set([
  "ended",
  "missed",
  "not-missed",
  "no-signature",
  "no-hub",
  "returning",
]);

type Done = "chosen" | "taken-back";
const doneIn = (done: string | null | undefined): Done | null =>
  done === "chosen" || done === "taken-back" ? done : null;

/** Decisions of the recipient about their delivery; nothing for whoever looks on. Each is a form that needs no script. */
export function ChoicesCard(props: ChoicesCardProps) {
  const { forms } = props;
  const t = useWords("choices");
  const { choices, error, isBusy, reread, act } = useChoices(props);
  const [done, setDone] = useState(() => doneIn(forms?.done));
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  if (isProblem(error, "choices.view-only") || isProblem(error, "tracking.unknown-link")) return null;
  if (!choices) return <Empty error={error} reread={reread} />;
  const finish = async (what: Done, work: Parameters<Acts["act"]>[0]): Promise<boolean> => {
    setDone(null);
    const isDone = await act(work);
    if (isDone) setDone(what);
    return isDone;
  };
  const choose = (choice: Choice) =>
    finish("chosen", (options) => call(choicesApi.choose, { version: choices.version, choice }, options));
  const takeBack = (id: string) =>
    finish("taken-back", (options) => call(choicesApi.takeBack, { id }, options));
  const made = choices.made.filter(({ fate }) => fate !== "replaced");
  const options = choices.options.filter(({ why }) => why === null || !UNSAID.has(why));
  if (made.length === 0 && options.length === 0) return null;
  const isOver = made.length > 0 && options.every(({ why }) => why !== null);
  return (
    <section className="track-card choices" id="choose" aria-busy={isBusy}>
      <h2 className="title">{t(isOver ? "title.made" : "title")}</h2>
      <output ref={said} tabIndex={-1} className={done ? "choices-done strong" : undefined}>
        {done && t(`done.${done}`)}
      </output>
      <Trouble error={error} forms={forms} reread={reread} />
      <Made made={made} zone={choices.timezone} isBusy={isBusy} forms={forms} onTakeBack={takeBack} />
      <Options choices={choices} options={options} isBusy={isBusy} forms={forms} onChoose={choose} />
    </section>
  );
}

/** Says why something was refused; a fault of a field stands at the field, and "again" needs a script. */
function Trouble({ error, forms, reread }: Pick<Acts, "error" | "reread"> & Pick<ChoicesCardProps, "forms">) {
  const posted = postedTo(forms);
  const t = useWords("choices");
  if (isProblem(error, "deliveries.changed-meanwhile"))
    return (
      <Banner tone="warning" urgent>
        {t("changed")}
      </Banner>
    );
  const isPosted = posted !== undefined && isProblem(error, posted.code);
  if (isPosted && faultyField(posted)) return null;
  return <RefusalNote error={error} {...(!isPosted && { onRetry: reread })} />;
}

/** Until the choices are read. */
function Empty({ error, reread }: Pick<Acts, "error" | "reread">) {
  const t = useWords("choices");
  return (
    <section className="track-card choices">
      <h2 className="title">{t("title")}</h2>
      {error === undefined && <Skeleton lines={3} />}
      <RefusalNote error={error} onRetry={reread} />
    </section>
  );
}

interface OptionsProps extends Pick<ChoicesCardProps, "forms"> {
  readonly choices: Choices;
  readonly options: Choices["options"];
  readonly isBusy: boolean;
  readonly onChoose: (choice: Choice) => Promise<boolean>;
}

/** Reason why nothing can be chosen, where it is the same for everything. */
const commonWhy = ([first, ...rest]: Choices["options"]) =>
  rest.length > 0 && rest.every(({ why }) => why === first?.why) ? (first?.why ?? null) : null;

/** Sentences to press; under the pressed one what follows from it, and the button that does it. */
function Options({ choices, options, isBusy, forms, onChoose }: OptionsProps) {
  const t = useWords("choices");
  const format = useFormat();
  const posted = postedTo(forms);
  const why = commonWhy(options);
  if (why) return <p className="quiet">{t(`why.${why}`)}</p>;
  return (
    <ul className="choices-list">
      {options.map(({ kind, why, cost }) => (
        <li key={kind}>
          {why === null ? (
            <details
              name="choice"
              open={posted?.values["kind"] === kind}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open && currentTarget.contains(document.activeElement))
                  currentTarget
                    .querySelector<HTMLElement>("form :is(select, [name=place], textarea, button)")
                    ?.focus();
              }}
            >
              <summary className="button button-tonal full">{t(`kind.${kind}`)}</summary>
              <ChoiceForm
                kind={kind}
                choices={choices}
                cost={cost.minor === 0 ? t("free") : t("cost", { amount: format.money(cost) })}
                isBusy={isBusy}
                forms={forms}
                onChoose={onChoose}
              />
            </details>
          ) : (
            <p>
              <span>{t(`kind.${kind}`)}</span> <span className="quiet small">{t(`why.${why}`)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
