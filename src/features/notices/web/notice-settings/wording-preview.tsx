import { type WordLocale, directionOf } from "#kernel/locale.ts";
import { useWords } from "#web/i18n/words.ts";
import type { NoticeExample } from "../../contract/api.ts";
import type { WordedWay } from "../../domain/notices.ts";
import { smsPartsOf } from "../../domain/sms-parts.ts";
import { smsText } from "../../domain/sms-text.ts";
import { filled } from "../../domain/template.ts";

interface PreviewProps {
  readonly way: WordedWay;
  readonly language: WordLocale;
  readonly wording: { readonly subject: string; readonly body: string };
  readonly example: NoticeExample;
}

/** The message as people get it, filled with an example. */
export function WordingPreview({ way, language, wording, example }: PreviewProps) {
  const t = useWords("notice-settings");
  const { values, carrier, foot } = example;
  const body = filled(wording.body, values);
  const sms = smsText(`${body} ${foot.sms}`);
  return (
    <section className="stack gap-2" aria-label={t("preview.title")}>
      <h3 className="title">{t("preview.title")}</h3>
      {way === "sms" ? (
        <>
          <p className="notice-bubble" lang={language} dir={directionOf(language)}>
            {sms}
          </p>
          <Parts text={sms} />
        </>
      ) : (
        <div className="notice-mail" lang={language} dir={directionOf(language)}>
          <p className="strong">{filled(wording.subject, values)}</p>
          {body.split(/\n{2,}/).map((paragraph, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name
            <p key={nth} className="notice-paragraph">
              {paragraph}
            </p>
          ))}
          <p>
            <span className="notice-button">{example.button}</span>
          </p>
          <p className="quiet small">{carrier}</p>
          <p className="quiet small">{foot.mail}</p>
        </div>
      )}
    </section>
  );
}

function Parts({ text }: { readonly text: string }) {
  const t = useWords("notice-settings");
  const { parts, length, room, alphabet } = smsPartsOf(text);
  return (
    <p className="quiet small">
      {t("preview.parts", { parts, length, room })}
      {alphabet === "unicode" && ` ${t("preview.unicode")}`}
    </p>
  );
}
