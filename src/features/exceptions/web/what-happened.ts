import { refusalSentence } from "#web/api/refusal-text.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { maybeWord, type Translate, useWords } from "#web/i18n/words.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { toIso } from "#kernel/instant.ts";
import { useZone } from "#web/session/config.ts";
import type { Exception } from "../contract/api.ts";
import { plannedOf } from "./queue-row.tsx";

interface Speech {
  /** Names a reason of a try by its code. */
  readonly nameOf: (code: string) => string;
  readonly t: Translate<"exceptions">;
  readonly f: Formats;
  readonly zone: string;
}

const FLAGS = ["offDuty", "roleGone", "clockOffS"] as const;

/** The office's words for a refusal, where its own sentence speaks to the courier. */
const reasonOf = (code: string, facts: Exception["facts"]): string | undefined =>
  maybeWord("exceptions", `refused.${code.split(".").at(-1)}`) ?? refusalSentence(code, facts);

const text = (fact: string | number | undefined): string => (fact === undefined ? "" : String(fact));

/** Tells in plain sentences what happened. */
export function useStory(exception: Exception): string[] {
  const t = useWords("exceptions");
  const { nameOf } = useReasons(exception.kind === "try_failed");
  const speech = { t, f: useFormat(), zone: useZone(), nameOf };
  const flags = FLAGS.filter((flag) => exception.facts[flag] !== undefined);
  const why = whyOf(exception);
  return [
    t(`why.${why}`, { ...valuesOf(exception, speech), expected: expectedOf(exception, speech) }),
    ...flags.map((flag) => t(`flag.${flag}`)),
    ...leftBehind(exception, speech),
    ...inHand(exception, speech),
  ];
}

/**
 * Names the sentence: a picture that was named and is late, a promise that was in danger before it was broken, the cause
 * of a conflict.
 */
function whyOf({ kind, facts, against }: Exception) {
  if (facts["named"] !== undefined) return "picture_late";
  if (kind === "plan_conflict") return `plan_conflict.${against?.cause ?? "reassigned"}` as const;
  return kind === "late" && facts["expected"] !== undefined ? "late_soon" : kind;
}

/** Names the parcels that did not change hands, by reason. */
const leftBehind = ({ kind, facts }: Exception, { t, f }: Speech): string[] =>
  kind !== "parcels_left"
    ? []
    : LEFT.flatMap((how) => {
        const codes = text(facts[how]).split(",").filter(Boolean);
        return codes.length > 0 ? [t(`left.${how}`, { codes: f.list(codes) })] : [];
      });
const LEFT = ["lacking", "refused", "damaged"] as const;

const TOLD: ReadonlySet<unknown> = new Set(["return-parcel", "bring-to-hub"]);

/** Tells the place of parcels of a cancelled delivery, or that it was not recorded yet. */
function inHand({ facts, resolution, courier }: Exception, { t, f, zone }: Speech): string[] {
  const at = facts["handAt"];
  if (typeof at !== "number") return TOLD.has(resolution) ? [t("hand.open")] : [];
  const values = { courier: courier?.name ?? t("courier.unknown"), time: f.dateTime(toIso(at), zone) };
  return [maybeWord("exceptions", `hand.${facts["handEnd"]}`, values) ?? t("hand.open")];
}

/** Predicted begin of a stop whose promise was in danger. */
const expectedOf = ({ facts, happenedAt }: Exception, { f, zone }: Speech): string =>
  f.dateTime(text(facts["expected"]) || happenedAt, zone);

const audienceOf = ({ audience }: Exception["facts"]) =>
  audience === "sender" || audience === "guest" ? (`audience.${audience}` as const) : "audience.recipient";

/** Names of proofs, from their codes. */
const proofsIn = (codes: string, f: Formats): string =>
  f.list(
    codes
      .split(",")
      .flatMap((need) => (need === "" ? [] : (maybeWord("exceptions", `missing.${need}`) ?? need))),
  );

/** A day of a standing order. */
const dayOf = (day: string | number | undefined, f: Formats): string =>
  day === undefined ? "" : dayName(f, String(day));

function valuesOf(
  { facts, courier, against, reported, task, happenedAt }: Exception,
  { t, f, zone, nameOf }: Speech,
) {
  const report = reported?.type ?? text(facts["type"]);
  const missing = proofsIn(text(facts["missing"]), f);
  const { code = "", ...rest } = facts;
  return {
    courier: courier?.name ?? t("courier.unknown"),
    report: maybeWord("exceptions", `report.${report}`) ?? t("report.other"),
    time: f.dateTime(reported?.occurredAt ?? happenedAt, zone),
    reason: reasonOf(String(code), { ...rest, missing }) ?? t("reason.other"),
    missing,
    planned: plannedOf(against, t),
    code: text(code),
    cause: nameOf(text(facts["cause"])),
    day: dayOf(rest["day"], f),
    codes: f.list(text(facts["codes"]).split(",").filter(Boolean)),
    audience: t(audienceOf(facts)),
    end: f.dateTime(task?.window.end ?? happenedAt, zone),
  };
}
