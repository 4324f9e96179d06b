import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { askedAnew, beginLogin } from "#web/session/begin-login.ts";
import { useSession } from "#web/session/session.ts";
import { useHoldUpdates } from "#web/offline/stop-lock.ts";
import { timeOrDate } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { focusHeading } from "#web/focus/focus.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { useDay } from "./day-query.ts";
import { type PhoneView, phone, usePhone, zoneOf } from "./phone-view.ts";
import { fullPart, statusPart } from "./status-part.ts";

const OLD_MS = 15 * MINUTE_MS;
const TOO_OLD_MS = 4 * HOUR_MS;

type Tone = "done" | "waiting" | "warning" | "trouble";

interface Line {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly text: string;
  /** Texts of the less pressing states. */
  readonly more: readonly string[];
}

/** Age of the stored day as a tone: amber from 15 minutes, red from 4 hours. */
export function ageTone(asOf: number, now: number): Tone {
  if (now - asOf >= TOO_OLD_MS) return "trouble";
  return now - asOf >= OLD_MS ? "warning" : "done";
}

/** Names all that waits here, the most pressing first; nothing while that is not known. */
export function lineOf(view: PhoneView, t: Translate<"courier">, time: string | null): Line | undefined {
  const { commands, files, looks } = view.counts;
  const isOut = view.end === "signed-out";
  const states: [boolean, Omit<Line, "more">][] = [
    [isOut, { tone: "warning", icon: "login", text: t("out.sign-in", { n: commands + files }) }],
    [looks > 0, { tone: "warning", icon: "warning", text: t("out.looks", { n: looks }) }],
    // The sign-in names the sum already.
    [commands > 0 && !isOut, { tone: "waiting", icon: "upload", text: t("out.waiting", { n: commands }) }],
    [files > 0 && !isOut, { tone: "waiting", icon: "camera", text: t("out.files", { n: files }) }],
  ];
  const [first, ...more] = states.flatMap(([isSo, line]) => (isSo ? [line] : []));
  if (first) return { ...first, more: more.map(({ text }) => text) };
  return time === null
    ? undefined
    : { tone: "done", icon: "check-circle", text: t("out.all-sent", { time }), more: [] };
}

/** One line on every page of a courier: what waits on this phone, and how old the day is. */
export function StatusLine() {
  const t = useWords("courier");
  const format = useFormat();
  useDay();
  const view = usePhone();
  const session = useSession();
  const trouble = session.kind === "signed-out" ? session.trouble : undefined;
  const now = useNow();
  const time = view.asOf === null ? null : timeOrDate(format, view.asOf, now, zoneOf(view));
  const line = lineOf(view, t, time);
  const age = view.asOf === null ? "done" : ageTone(view.asOf, now);
  return (
    <>
      <div className="courier-status" role="status" data-testid="phone-status">
        {line && (
          <a href="/c/outbox" className={`courier-status-line courier-status-${line.tone}`}>
            <Icon name={line.icon} size="small" />
            <span>
              {line.text}
              {line.more.map((text) => (
                <span key={text} className="courier-status-more">{` · ${text}`}</span>
              ))}
            </span>
            <Icon name="chevron" size="small" />
          </a>
        )}
        {time !== null && age !== "done" && (
          <span className={`courier-status-${age} small`}>{t("out.as-of", { time })}</span>
        )}
      </div>
      {view.isNotSaved && (
        <Banner tone="trouble" urgent>
          <strong>{t("refusal.not-saved")}</strong>
        </Banner>
      )}
      {view.warnings.includes("full") && (
        <Banner tone="warning">
          {t("out.full")}
          <fullPart.Parts />
        </Banner>
      )}
      {view.end === "signed-out" && (
        <Button
          size="large"
          variant="filled"
          full
          icon="login"
          onClick={() => void beginLogin(askedAnew(trouble))}
        >
          {t("out.sign-in-now")}
        </Button>
      )}
      {view.others.map(({ name, unsent }) => (
        <Banner key={name} tone="warning">
          {t("out.others", { n: unsent, name })}
        </Banner>
      ))}
      <statusPart.Parts />
      <UndoBar />
    </>
  );
}

const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Takes the last outcome back for eight seconds, before anything is sent. */
function UndoBar() {
  const t = useWords("courier");
  const { undo, isUndoLate } = usePhone();
  useHoldUpdates(undo !== null);
  if (isUndoLate) return <Banner tone="warning">{t("out.undo-late")}</Banner>;
  return undo && <UndoButton />;
}

function UndoButton() {
  const t = useWords("courier");
  const bar = useRef<HTMLDivElement>(null);
  // The focus goes with the bar, pressed or not: the page's heading takes it.
  useLayoutEffect(() => {
    const here = bar.current;
    return () => {
      if (here?.contains(document.activeElement)) queueMicrotask(focusHeading);
    };
  }, []);
  return (
    <div className="courier-undo" role="status" data-testid="undo" ref={bar}>
      <span>{t("out.saved")}</span>
      <Button variant="text" icon="undo" onClick={() => void phone().then((one) => one.undo())}>
        {t("out.undo")}
      </Button>
    </div>
  );
}
