import "#web/ui/styles/field.css";
import "./choices.css";
import "./words.ts";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { HEADERS } from "#contract/endpoint.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Choice, type Choices, choicesApi } from "../contract/api.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { Made } from "./made.tsx";

export interface ChoicesCardProps {
  readonly token: string;
  /** Another value reads anew: when the delivery was read last. */
  readonly stamp: string;
  /** Reads the delivery anew. */
  readonly refresh: () => void;
}

type Kind = Choices["options"][number]["kind"];

/** Reasons that say nothing to a recipient: the choice is for another moment, or for carriers with a place of their own. */
const UNSAID: ReadonlySet<string> = new Set([
  "ended",
  "missed",
  "not-missed",
  "no-signature",
  "no-hub",
  "returning",
]);

interface Acts {
  readonly choices: Choices | undefined;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly reread: () => void;
  /** @returns whether it was carried out */
  readonly act: (key: string, work: Work) => Promise<boolean>;
}
type Work = (options: { headers: Record<string, string>; idempotencyKey: string }) => Promise<Choices>;

/** Reads what can be chosen, and again when the delivery changed; a failure never takes away what is shown. */
function useChoices({ token, stamp, refresh }: ChoicesCardProps): Acts {
  const [choices, show] = useState<Choices>();
  const [error, fail] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const last = useRef<AbortController>(undefined);
  const reread = useCallback(() => {
    last.current?.abort();
    const ending = new AbortController();
    last.current = ending;
    void (async () => {
      const { signal } = ending;
      try {
        const read = await call(choicesApi.readChoices, {}, { headers: headersOf(token), signal });
        if (signal.aborted) return;
        show(read);
        fail((before: unknown) => (isProblem(before, "http.offline") ? undefined : before));
      } catch (problem) {
        if (!signal.aborted) fail(problem);
      }
    })();
  }, [token]);
  useReadFor(stamp, reread);
  useEffect(() => () => last.current?.abort(), []);
  const act = async (idempotencyKey: string, work: Work): Promise<boolean> => {
    setBusy(true);
    try {
      show(await work({ headers: headersOf(token), idempotencyKey }));
      fail(undefined);
      refresh();
      return true;
    } catch (problem) {
      fail(problem);
      // Shows beside the refusal how things stand now.
      reread();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { choices, error, isBusy, reread, act };
}

/** Reads for each new value of the stamp. */
function useReadFor(stamp: string, reread: () => void): void {
  const read = useRef<string>(undefined);
  useEffect(() => {
    if (read.current === stamp) return;
    read.current = stamp;
    reread();
  }, [stamp, reread]);
}

const headersOf = (token: string) => ({ [HEADERS.trackingToken]: token });

/** Decisions of the recipient about their delivery; nothing for whoever looks on. */
export function ChoicesCard(props: ChoicesCardProps) {
  const t = useWords("choices");
  const { choices, error, isBusy, reread, act } = useChoices(props);
  const [done, setDone] = useState<"chosen" | "taken-back" | null>(null);
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  if (isProblem(error, "choices.view-only") || isProblem(error, "tracking.unknown-link")) return null;
  if (!choices) return <Empty error={error} reread={reread} />;
  const finish = async (what: "chosen" | "taken-back", key: string, work: Work): Promise<boolean> => {
    setDone(null);
    const isDone = await act(key, work);
    if (isDone) setDone(what);
    return isDone;
  };
  const choose = (choice: Choice, key: string) =>
    finish("chosen", key, (options) =>
      call(choicesApi.choose, { version: choices.version, choice }, options),
    );
  const takeBack = (id: string) =>
    finish("taken-back", newId(), (options) => call(choicesApi.takeBack, { id }, options));
  const made = choices.made.filter(({ fate }) => fate !== "replaced");
  const options = choices.options.filter(({ why }) => why === null || !UNSAID.has(why));
  if (made.length === 0 && options.length === 0) return null;
  return (
    <section className="track-card choices" aria-busy={isBusy}>
      <h2 className="title">{t("title")}</h2>
      <output ref={said} tabIndex={-1} className={done ? "choices-done strong" : undefined}>
        {done && t(`done.${done}`)}
      </output>
      <RefusalNote error={error} onRetry={reread} />
      <Made made={made} zone={choices.timezone} isBusy={isBusy} onTakeBack={takeBack} />
      <Options choices={choices} options={options} isBusy={isBusy} onChoose={choose} />
    </section>
  );
}

const neverChanges = () => () => undefined;

/** Until the choices are read; as the server draws it, it says what it needs. */
function Empty({ error, reread }: Pick<Acts, "error" | "reread">) {
  const t = useWords("choices");
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <section className="track-card choices">
      <h2 className="title">{t("title")}</h2>
      {!isAlive && <p className="quiet">{t("needs-script")}</p>}
      {isAlive && error === undefined && <Skeleton lines={3} />}
      <RefusalNote error={error} onRetry={reread} />
    </section>
  );
}

interface OptionsProps {
  readonly choices: Choices;
  readonly options: Choices["options"];
  readonly isBusy: boolean;
  readonly onChoose: (choice: Choice, key: string) => Promise<boolean>;
}

/** Sentences to press; under the pressed one what follows from it, and the button that does it. */
function Options({ choices, options, isBusy, onChoose }: OptionsProps) {
  const t = useWords("choices");
  const format = useFormat();
  const [open, setOpen] = useState<{ readonly kind: Kind; readonly key: string } | null>(null);
  const openers = useRef(new Map<Kind, HTMLElement>());
  const close = (kind: Kind) => {
    setOpen(null);
    openers.current.get(kind)?.focus();
  };
  const choose = async (kind: Kind, choice: Choice, key: string) => {
    if (await onChoose(choice, key)) setOpen(null);
    // A refused choice is another intention when it is sent again.
    else setOpen({ kind, key: newId() });
  };
  return (
    <ul className="choices-list">
      {options.map(({ kind, why, cost }) => (
        <li key={kind}>
          {why === null ? (
            <Button
              ref={(element) => void (element && openers.current.set(kind, element))}
              variant="tonal"
              full
              aria-expanded={open?.kind === kind}
              onClick={() => setOpen(open?.kind === kind ? null : { kind, key: newId() })}
            >
              {t(`kind.${kind}`)}
            </Button>
          ) : (
            <p>
              <span>{t(`kind.${kind}`)}</span> <span className="quiet small">{t(`why.${why}`)}</span>
            </p>
          )}
          {why === null && open?.kind === kind && (
            <ChoiceForm
              kind={kind}
              choices={choices}
              cost={cost.minor === 0 ? t("free") : t("cost", { amount: format.money(cost) })}
              isBusy={isBusy}
              onChoose={(choice) => void choose(kind, choice, open.key)}
              onClose={() => close(kind)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
