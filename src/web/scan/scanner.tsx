import { type SyntheticEvent, useState } from "react";
import { useWords } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useScanner } from "./use-scanner.ts";
import "./scan.css";
import "./words.ts";

/** Meaning of a code to the page, as a sentence. */
export interface Verdict {
  /** `good` ticks something, `again` was ticked before, `wrong` is nothing here. */
  readonly kind: "good" | "again" | "wrong";
  readonly text: string;
}

interface ScannerProps {
  /** Judges a code that was scanned or typed, and notes it. */
  onText: (text: string) => Verdict;
  /** Words of the field for a code that is typed; those of a parcel's label unless said. */
  typed?: TypedWords;
}

interface TypedWords {
  readonly label: string;
  readonly hint: string;
  /** Said where nothing was typed. */
  readonly first: string;
}

/** Felt without a look at the screen: one short pulse is good, two long ones are not. In milliseconds. */
const FELT: Readonly<Record<Verdict["kind"], number | number[] | undefined>> = {
  good: 30,
  again: undefined,
  wrong: [120, 80, 120],
};

/** The camera's picture with a lamp where there is one, and a field to type a code: that one works always. */
export function Scanner({ onText, typed }: ScannerProps) {
  const t = useWords("scan");
  // Each try of the camera begins anew.
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState<Verdict & { readonly nth: number }>();
  const judge = (text: string): Verdict => {
    const verdict = onText(text);
    const felt = FELT[verdict.kind];
    if (felt !== undefined) navigator.vibrate?.(felt);
    setSaid((before) => ({ ...verdict, nth: (before?.nth ?? 0) + 1 }));
    return verdict;
  };
  return (
    <section className="scan stack gap-3" aria-label={t("scan.label")}>
      <Picture key={round} onText={judge} onRetry={() => setRound(round + 1)} />
      <p className={`scan-said scan-${said?.kind ?? "none"}`} role="status" data-testid="scan-said">
        {said && <span key={said.nth}>{said.text}</span>}
      </p>
      <TypedCode onText={judge} words={typed} />
    </section>
  );
}

function Picture({ onText, onRetry }: { onText: (text: string) => void; onRetry: () => void }) {
  const t = useWords("scan");
  const { video, state, torch } = useScanner(onText);
  const [isLit, setLit] = useState(false);
  const light = async (isOn: boolean) => {
    await torch?.(isOn).then(
      () => setLit(isOn),
      () => setLit(false),
    );
  };
  const isTrouble = state !== "starting" && state !== "running";
  return (
    <>
      <div className="scan-picture" hidden={isTrouble} data-state={state}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera without sound */}
        <video ref={video} muted playsInline aria-label={t("scan.picture")} />
        <span className="scan-frame" aria-hidden />
        {state === "starting" && <span className="scan-wait">{t("scan.starting")}</span>}
        {torch && (
          <Button icon="light" variant="tonal" aria-pressed={isLit} onClick={() => void light(!isLit)}>
            {t(isLit ? "scan.torch-off" : "scan.torch-on")}
          </Button>
        )}
      </div>
      {isTrouble && (
        <Banner
          tone="warning"
          icon="camera"
          actions={
            state !== "none" && (
              <Button icon="refresh" onClick={onRetry}>
                {t("scan.retry")}
              </Button>
            )
          }
        >
          {t(`trouble.${state}`)}
        </Banner>
      )}
    </>
  );
}

interface TypedCodeProps {
  onText: (text: string) => Verdict;
  words: TypedWords | undefined;
}

function TypedCode({ onText, words }: TypedCodeProps) {
  const t = useWords("scan");
  const { label, hint, first } = words ?? {
    label: t("scan.type"),
    hint: t("scan.type-hint"),
    first: t("scan.type-first"),
  };
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return setError(first);
    const verdict = onText(typed);
    if (verdict.kind === "wrong") return setError(verdict.text);
    setError(undefined);
    setTyped("");
  };
  return (
    <form className="scan-typed" onSubmit={submit} noValidate>
      <TextField
        label={label}
        hint={hint}
        {...(error !== undefined && { error })}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setError(undefined);
        }}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
      />
      <Button type="submit" variant="tonal" icon="check">
        {t("scan.take")}
      </Button>
    </form>
  );
}
