import type { OwnedWork } from "#features/courier/web/public.ts";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import type { KeptFile, Op } from "#kernel/outbox/op.ts";
import type { Formats } from "#web/i18n/format.ts";
import { nameOfReason, NO_NAMES } from "#features/reasons/domain/terms.ts";
import { wordLocale } from "#kernel/locale.ts";
import { locale, maybeWord, word } from "#web/i18n/words.ts";
import { CONTENT_ID, pictureElement } from "../../contract/file-elements.ts";
import type { UnsentFile } from "../../contract/unsent-file.ts";

export interface UnsentWork {
  readonly content: UnsentFile;
  /** SHA-256 of the content's JSON, in hex. */
  readonly sha256: string;
  readonly kept: Pick<OwnedWork, "ops" | "files" | "day">;
  /** Pictures as data addresses by their ids. */
  readonly pictures: ReadonlyMap<string, string>;
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** JSON that no script element ends early. */
export const contentText = (content: UnsentFile): string => JSON.stringify(content).replace(/</g, "\\u003c");

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-inline-size:42rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
li{margin-block:1.5rem}h2{font-size:1.125rem;margin:0}p{margin:0}img{max-inline-size:100%;max-block-size:24rem}figure{margin:.5rem 0}`;

/** A page for people, with what Waybill reads inside it: nothing in it runs, and it fetches nothing. */
export function unsentPage(work: UnsentWork, format: Formats): string {
  const { content, sha256, kept } = work;
  const zone = kept.day?.day?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const title = word("courier-phone", "file.title", { name: content.person });
  const time = (at: number) => format.dateTime(new Date(at).toISOString(), zone);
  const at = (sign: string) => `<p>${escaped(sign)}</p>`;
  const stopOf = (taskId: string | null) => kept.day?.day?.stops.find((stop) => stop.taskId === taskId);
  const named = new Set(kept.ops.flatMap(({ fileIds }) => fileIds));
  const loose = kept.files.filter(({ id }) => !named.has(id));
  const rows = [
    ...kept.ops.map((op) => commandLines(op, { stop: stopOf(op.taskId), time, work })),
    ...loose.map((file) => [heading(stopOf(file.taskId)?.address.label ?? ""), figure(file, time, work)]),
  ];
  const arabic = locale() === "ar" ? ' dir="rtl"' : "";
  return [
    `<!doctype html><html lang="${locale()}"${arabic}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escaped(title)}</h1>`,
    at(word("courier-phone", "file.saved", { time: time(content.savedAt) })),
    at(word("courier-phone", "file.how")),
    `<ol>${rows.map((lines) => `<li>${lines.join("")}</li>`).join("\n")}</ol>`,
    `<script type="application/json" id="${CONTENT_ID}" data-sha256="${sha256}">${contentText(content)}</script>`,
    `</body></html>`,
  ].join("\n");
}

interface Lines {
  readonly stop: CourierStop | undefined;
  readonly time: (at: number) => string;
  readonly work: UnsentWork;
}

const heading = (label: string): string => (label === "" ? "" : `<h2><bdi>${escaped(label)}</bdi></h2>`);

/** Place, person, act, time and pictures of one command. */
function commandLines({ command, label, fileIds }: Op, { stop, time, work }: Lines): string[] {
  const what = maybeWord("courier-phone", `out.type.${command.type}`) ?? command.type;
  const said = saidIn(command.body, (code) => reasonName(code, work.kept.day?.day?.reasons));
  const lines = [stop && `${stop.contactName} · ${stop.number}`, `${what} · ${time(command.wall)}`, ...said];
  const files = work.kept.files.filter(({ id }) => fileIds.includes(id));
  return [
    heading(label),
    ...lines.filter((line) => line !== undefined).map((line) => `<p>${escaped(line)}</p>`),
    ...files.map((file) => figure(file, time, work)),
  ];
}

/** A reason by its name in the stored day. */
function reasonName(code: string, terms: CourierDay["reasons"] = []): string {
  const reading = wordLocale(locale());
  return nameOfReason(terms.find((one) => one.code === code) ?? { code, names: NO_NAMES }, {
    locale: reading,
    own: reading,
    builtIn: maybeWord("deliveries", `reason.${code}`) ?? maybeWord("deliveries", "reason.own"),
  });
}

/** Name, reason and note in the body of a command. */
function saidIn(body: string, nameOf: (code: string) => string): string[] {
  // Safe: this phone wrote it.
  const said = JSON.parse(body) as Record<string, unknown>;
  const text = (name: string): string | undefined => {
    const value = said[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [taker, reason, note] = [text("recipientName"), text("reason"), text("note")];
  return [
    taker && word("courier-phone", "file.taken-by", { name: taker }),
    reason && word("courier-phone", "file.reason", { reason: nameOf(reason) }),
    note && word("courier-phone", "file.note", { note }),
  ].filter((line) => line !== undefined && line !== "") as string[];
}

function figure(file: KeptFile, time: (at: number) => string, { pictures }: UnsentWork): string {
  const name = word("courier", `out.${file.kind}`);
  const caption = `<figcaption>${escaped(`${name} · ${time(file.takenAt)}`)}</figcaption>`;
  const data = pictures.get(file.id);
  if (data === undefined) return `<p>${escaped(`${name}: ${word("courier-phone", "file.no-picture")}`)}</p>`;
  return `<figure><img id="${pictureElement(file.id)}" alt="${escaped(name)}" src="${escaped(data)}">${caption}</figure>`;
}
