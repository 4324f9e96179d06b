import { isTokenFault, TOKEN_FAULTS } from "#contract/token-faults.ts";
import type { Diagnosis } from "#web/session/diagnosis.ts";
import { faultWord } from "#web/session/failures/fault-word.ts";
import { isFailureCode } from "#web/session/failures/failure-looks.ts";
import type { Formats } from "#web/i18n/format.ts";
import type { Translate } from "#web/i18n/words.ts";

/** One line of the page: its name, what people read, and what a report says (English, times in UTC). */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly report: string;
}
export interface Section {
  readonly id: "session" | "check" | "provider";
  readonly rows: readonly Row[];
}

/** The translations and formats with which figures become sentences. */
export interface Reading {
  readonly t: Translate<"accounts">;
  readonly failure: Translate<"session">;
  readonly f: Formats;
  readonly now: number;
}

type Maybe = Row | undefined;
/** Beyond it there is no date (ECMA-262, "time values"); what a provider or an old record says may lie there. */
const LAST_TIME = 8.64e15;
const isTime = (at: number): boolean => Math.abs(at) <= LAST_TIME;
const utc = (at: number): string =>
  isTime(at) ? new Date(at).toISOString().replace(/\.\d+Z$/, "Z") : "unknown";

/** Everything about the session that has no list of its own, as rows of three cards. */
export function sectionsOf(diagnosis: Diagnosis, reading: Reading): readonly Section[] {
  const all: readonly (readonly [Section["id"], readonly Maybe[]])[] = [
    ["session", sessionRows(diagnosis, reading)],
    ["check", checkRows(diagnosis, reading)],
    ["provider", providerRows(diagnosis, reading)],
  ];
  return all.map(([id, rows]) => ({ id, rows: rows.filter((row) => row !== undefined) }));
}

function makers({ t, f, now }: Reading) {
  const row = (id: string, name: string, value: string, report = value): Row => ({ id, name, value, report });
  return {
    row,
    time: (id: string, name: string, at: number | undefined): Maybe =>
      at === undefined
        ? undefined
        : row(id, name, isTime(at) ? f.relative(at, now) : t("diagnosis.unknown"), utc(at)),
    yes: (id: string, name: string, is: boolean): Row =>
      row(id, name, t(is ? "diagnosis.yes" : "diagnosis.no"), is ? "yes" : "no"),
  };
}

function sessionRows(diagnosis: Diagnosis, reading: Reading): Maybe[] {
  const { phase, session, storage, clockOffsetS } = diagnosis;
  const { t } = reading;
  const { row, time, yes } = makers(reading);
  const until = session && dayOf(session.offlineUntil, reading);
  const held = session && [
    row("token", t("diagnosis.token"), t(`diagnosis.token.${session.tokenKind}`), session.tokenKind),
    row("form", t("diagnosis.form"), t(`diagnosis.form.${session.tokenForm}`), session.tokenForm),
    time("expires", t("diagnosis.expires"), session.expiresAt),
    yes("refreshable", t("diagnosis.refreshable"), session.canRefresh),
    time("confirmed", t("diagnosis.confirmed"), session.confirmedAt),
    until && row("offline-until", t("diagnosis.offline-until"), ...until),
  ];
  return [
    apiRow(diagnosis, reading),
    row("phase", t("diagnosis.phase"), t(`diagnosis.phase.${phase}`), phase),
    ...(held ?? []),
    row("storage", t("diagnosis.storage"), t(`diagnosis.storage.${storage}`), storage),
    row("clock", t("diagnosis.clock"), clockText(clockOffsetS, t), `${clockOffsetS ?? "unknown"} s`),
  ];
}

/** Whether our own server takes the token; else the fault, what the token says, and the setting. */
function apiRow({ session, api }: Diagnosis, { t, failure }: Reading): Maybe {
  const name = t("diagnosis.api");
  if (!session) return undefined;
  if (!api) return { id: "api", name, value: t("diagnosis.unknown"), report: "unknown" };
  if (api.isTaken) return { id: "api", name, value: t("diagnosis.api.taken"), report: "accepted" };
  const { fault, said } = api;
  const settings = isTokenFault(fault) ? TOKEN_FAULTS[fault].settings : [];
  return {
    id: "api",
    name,
    value: [
      t("diagnosis.api.refused", { fault: failure(faultWord(fault), { code: fault ?? "" }) }),
      said === undefined ? undefined : t("diagnosis.api.said", { said }),
      settings.length === 0 ? undefined : t("diagnosis.api.settings", { settings: settings.join(", ") }),
    ]
      .filter((part) => part !== undefined)
      .join(" "),
    report: ["refused", fault ?? "unknown", said, ...settings]
      .filter((part) => part !== undefined)
      .join(" · "),
  };
}

/** "Tomorrow" is too vague for when work must stop: day and minute, by this device's zone. */
function dayOf(at: number, { f, t }: Reading): [value: string, report: string] {
  if (!isTime(at)) return [t("diagnosis.unknown"), utc(at)];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return [f.dateTime(new Date(at).toISOString(), timeZone), utc(at)];
}

/** Positive: the server's clock is ahead, so this device is slow. */
function clockText(offsetS: number | undefined, t: Reading["t"]): string {
  if (offsetS === undefined) return t("diagnosis.unknown");
  const s = Math.round(Math.abs(offsetS));
  if (s === 0) return t("diagnosis.clock.right");
  return t(offsetS > 0 ? "diagnosis.clock.slow" : "diagnosis.clock.fast", { s });
}

function checkRows({ check, refresh }: Diagnosis, reading: Reading): Maybe[] {
  const { t, f, now } = reading;
  const { row, time } = makers(reading);
  const asked = refresh && [
    row(
      "refresh",
      t("diagnosis.refresh"),
      `${f.relative(refresh.at, now)} · ${resultText(refresh.result, reading)}`,
      `${utc(refresh.at)} ${refresh.result}`,
    ),
    row(
      "took",
      t("diagnosis.took"),
      f.number(Math.round(refresh.tookMs), { style: "unit", unit: "millisecond" }),
      `${Math.round(refresh.tookMs)} ms`,
    ),
    row("because", t("diagnosis.because"), t(`diagnosis.because.${refresh.because}`), refresh.because),
  ];
  return [
    row("by", t("diagnosis.by"), t(`diagnosis.by.${check.by}`), check.by),
    time("by-at", t("diagnosis.by-at"), check.at),
    check.noFrame &&
      row("no-frame", t("diagnosis.no-frame"), t(`diagnosis.no-frame.${check.noFrame}`), check.noFrame),
    ...(asked ?? [row("refresh", t("diagnosis.refresh"), t("diagnosis.refresh.never"), "never")]),
  ];
}

function resultText(result: NonNullable<Diagnosis["refresh"]>["result"], { t, failure }: Reading): string {
  if (result === "ok" || result === "adopted") return t(`diagnosis.refresh.${result}`);
  return isFailureCode(result) ? failure(`auth.${result}`) : result;
}

function providerRows({ issuer, clientId, provider }: Diagnosis, reading: Reading): Maybe[] {
  const { t, f, now } = reading;
  const { row, yes } = makers(reading);
  const unknown = t("diagnosis.unknown");
  const can = provider && [
    row(
      "described",
      t("diagnosis.described"),
      provider.isStored
        ? t("diagnosis.described.stored", { when: f.relative(provider.readAt, now) })
        : f.relative(provider.readAt, now),
      `${utc(provider.readAt)}${provider.isStored ? " (stored)" : ""}`,
    ),
    yes("ends-sessions", t("diagnosis.can.ends"), provider.endsSessions),
    yes("revokes", t("diagnosis.can.revokes"), provider.revokes),
    yes("userinfo", t("diagnosis.can.userinfo"), provider.hasUserinfo),
    yes("session-frame", t("diagnosis.can.frame"), provider.hasSessionFrame),
    yes("names-issuer", t("diagnosis.can.names"), provider.namesIssuer),
    provider.blocked.length === 0
      ? undefined
      : row(
          "blocked",
          t("diagnosis.blocked"),
          t("diagnosis.blocked.by", { origins: provider.blocked.join(" ") }),
          `${provider.blocked.join(" ")} (WAYBILL_OIDC_ORIGINS)`,
        ),
    row(
      "dpop-algorithms",
      t("diagnosis.can.dpop"),
      provider.dpopAlgorithms.length === 0 ? t("diagnosis.none") : provider.dpopAlgorithms.join(", "),
      provider.dpopAlgorithms.join(" ") || "none",
    ),
  ];
  return [
    row("issuer", t("diagnosis.issuer"), issuer ?? unknown, issuer ?? "unknown"),
    row("client", t("diagnosis.client"), clientId ?? unknown, clientId ?? "unknown"),
    ...(can ?? [row("described", t("diagnosis.described"), unknown, "no")]),
  ];
}

/** The whole page as text for support: one line a fact, times in UTC, no name of a person and no token. */
export function reportOf(diagnosis: Diagnosis, sections: readonly Section[], now: number): string {
  const { from, reasons, tooMany, left } = diagnosis.roles;
  return [
    `Waybill sign-in ${utc(now)}`,
    ...sections.flatMap(({ id, rows }) => rows.map((row) => `${id}.${row.id}: ${row.report}`)),
    `roles.from: ${from ?? "unknown"}${tooMany ? " (too many)" : ""}`,
    ...reasons.map(({ canonical, gives }) => `roles.${canonical}: ${gives.join(" ") || "nothing"}`),
    ...(left === undefined ? [] : [`roles.not-listed: ${left}, which give nothing`]),
  ].join("\n");
}
