import { toldAs } from "#features/deliveries/domain/event.ts";
import { nameOfReason, NO_NAMES, type ReasonTerms } from "#features/reasons/domain/terms.ts";
import { intlTag, type Locale, type WordLocale, wordLocale } from "#kernel/locale.ts";
import { wholeTimes } from "#kernel/window-text.ts";
import { fill, wordsIn } from "#server/words.ts";
import type { Link } from "../domain/chain.ts";
import type { Ended, Fact, Happened, Occurred } from "../domain/fact.ts";
import { type DeliveryWords, EVIDENCE_WORDS, type EvidenceWords } from "./evidence-words.ts";

export const COMMAND = "waybill evidence verify FILE";

/** Texts of one file, in the language of who asked for it. */
export interface Wording {
  readonly locale: Locale;
  readonly words: EvidenceWords;
  readonly name: (key: string) => string | undefined;
  readonly time: (at: string) => string;
  readonly levelName: (code: string) => string;
  readonly reasonName: (code: string) => string;
}

/** Names of what the organisation calls as it likes, as they are when the file is made. */
interface OwnNames {
  readonly levelName: (code: string) => string;
  readonly reasons: readonly Pick<ReasonTerms, "code" | "names">[];
  /** The organisation's own language. */
  readonly own: WordLocale;
}

export function wordingIn(
  locale: Locale,
  zone: string,
  deliveryWords: DeliveryWords,
  { levelName, reasons, own }: OwnNames,
): Wording {
  const names = wordsIn(deliveryWords, locale);
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    dateStyle: "medium",
    timeStyle: "long",
    timeZone: zone,
  });
  return {
    locale,
    words: wordsIn(EVIDENCE_WORDS, locale),
    name: (key) => (Object.hasOwn(names, key) ? names[key] : undefined),
    levelName,
    reasonName: (code) =>
      nameOfReason(reasons.find((one) => one.code === code) ?? { code, names: NO_NAMES }, {
        locale: wordLocale(locale),
        own,
        builtIn: Object.hasOwn(names, `reason.${code}`) ? names[`reason.${code}`] : undefined,
      }),
    time: (at) => wholeTimes(format.format(Date.parse(at))),
  };
}

export interface ReadMe {
  readonly number: string;
  readonly issuer: string;
  readonly head: string;
}

export function readMe({ number, issuer, head }: ReadMe, { words }: Wording): string {
  const { evidence, readme, end } = words;
  return [
    fill(evidence.title, { number }),
    fill(evidence.issuer, { name: issuer }),
    "",
    `- ${readme.facts}`,
    `- ${readme.pdf}`,
    `- ${readme.proofs}`,
    "",
    readme.times,
    "",
    fill(readme.check, { command: COMMAND }),
    readme.compare,
    "",
    `${end.title}: ${head}`,
    "",
  ].join("\r\n");
}

/** A heading with the lines below it: names at the start, values after them. */
export interface Told {
  readonly title: string;
  readonly lines: readonly (string | readonly [name: string, value: string])[];
}

export function tell({ seq, fact }: Link<Fact>, wording: Wording): Told {
  const { title, lines } = TELL[fact.kind](fact as never, wording);
  return { title: `${seq}. ${title}`, lines };
}

/** The code of a level stays; its name is the organisation's to change. */
const named = (code: string, name: string): string => (name === code ? code : `${name} (${code})`);

type Tellers = { readonly [K in Fact["kind"]]: (fact: Extract<Fact, { kind: K }>, wording: Wording) => Told };

const TELL: Tellers = {
  booked: ({ order, service, parcels, at }, { words: { evidence, time }, time: shown, levelName }) => ({
    title: evidence.booked,
    lines: [
      fill(time.recorded, { at: shown(at) }),
      [evidence.order, order],
      [evidence.service, named(service, levelName(service))],
      ...parcels.map(({ code, massG }) => [evidence.parcel, `${code} · ${massG / 1000}\u00a0kg`] as const),
    ],
  }),
  event: (fact, wording) => ({
    title: titleOf(fact, wording),
    lines: [
      ...timesOf(fact, wording),
      ...(fact.by === "system" ? [wording.words.outcome.system] : []),
      ...inferredOf(fact, wording),
      ...clockOf(fact, wording),
      ...(fact.outcome ? outcomeOf(fact.outcome, wording) : reasonOf(fact.data["reason"], wording)),
    ],
  }),
  proof: (fact, wording) => ({
    title: wording.words.proof[fact.what],
    lines: [
      ...timesOf(fact, wording),
      ...(fact.file === null ? [] : [fact.file]),
      ...(fact.picture === "kept" ? [] : [wording.words.proof[fact.picture]]),
      ["SHA-256", fact.sha256],
    ],
  }),
  standing: (fact, { words: { evidence }, name, time }) => ({
    title: evidence.standing,
    lines: [
      name(`state.${fact.state}`) ?? fact.state,
      [evidence.custody, name(`custody.${fact.custody}`) ?? fact.custody],
      [evidence.sender, fact.sender],
      [evidence.pickup, `${fact.pickup.label} (${fact.pickup.lat}, ${fact.pickup.lon})`],
      [evidence.recipient, fact.recipient],
      [evidence.dropoff, `${fact.dropoff.label} (${fact.dropoff.lat}, ${fact.dropoff.lon})`],
      [evidence.window, `${time(fact.window.start)}\u00a0– ${time(fact.window.end)}`],
    ],
  }),
};

/** Says that it follows from another fact, and that no report came of it. */
function inferredOf({ data }: Occurred, { name }: Wording): string[] {
  const said = data["inferred"] === true ? name("timeline.inferred") : undefined;
  return said === undefined ? [] : [said];
}

/** Says that the phone's clock was wrong, and by how much. */
function clockOf({ data }: Occurred, { name }: Wording): string[] {
  const offS = data["inferred"] === true ? 0 : Number(data["clockOffS"] ?? 0);
  const said = offS === 0 ? undefined : name(`timeline.clock-${offS > 0 ? "ahead" : "behind"}`);
  return said === undefined ? [] : [fill(said, { minutes: String(Math.round(Math.abs(offS) / 60)) })];
}

const titleOf = ({ type, data }: Occurred, { name }: Wording): string =>
  name(`event.${toldAs(type, data)}`) ?? name("event.other") ?? type;

function timesOf(
  { happened, recordedAt }: { readonly happened: Happened; readonly recordedAt: string },
  { words: { time }, time: shown }: Wording,
): string[] {
  const { earliest, said, latest } = happened;
  const values = { said: shown(said), latest: shown(latest), earliest: shown(earliest ?? said) };
  const sentence = earliest === null ? time.before : earliest === latest ? time.exact : time.between;
  return [
    fill(sentence, values),
    ...(recordedAt === said ? [] : [fill(time.recorded, { at: shown(recordedAt) })]),
  ];
}

function outcomeOf(ended: Ended, wording: Wording): Told["lines"] {
  const { outcome } = wording.words;
  const { recipientName, note, codes, ofAge, pinCheck, notScanned, reason, left = [] } = ended;
  const excuse = notScanned === null ? undefined : wording.name(`not-scanned.${notScanned}`);
  return [
    ...reasonOf(reason, wording),
    ...(recipientName === null ? [] : [[outcome.name, recipientName] as const]),
    ...(note === null || note === "" ? [] : [[outcome.note, note] as const]),
    ...(codes.length === 0 ? [] : [[outcome.codes, codes.join(", ")] as const]),
    ...(excuse === undefined ? [] : [excuse]),
    ...left.map(
      ({ code, how, note: why }) =>
        [wording.name(`left.${how}`) ?? how, [code, why ?? ""].filter(Boolean).join(" · ")] as const,
    ),
    ...(ofAge ? [outcome.age] : []),
    ...(pinCheck === "right" || pinCheck === "wrong" ? [outcome[pinCheck]] : []),
  ];
}

const reasonOf = (reason: unknown, { words, reasonName }: Wording): Told["lines"] =>
  typeof reason === "string" ? [[words.outcome.reason, reasonName(reason)]] : [];
