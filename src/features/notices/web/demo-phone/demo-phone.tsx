import { isolated } from "#kernel/isolated.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { noticesApi } from "../../contract/api.ts";
import "./words.ts";
import "./phone.css";

interface DemoPhoneProps {
  readonly orderId: string;
  /** With the guest's key, where there is no account. */
  readonly headers: Readonly<Record<string, string>>;
  readonly recipient: string;
}

const EVERY_MS = 4_000;

/** A phone that shows the text messages about a booking as they arrive, in a demo that sends none. */
export function DemoPhone({ orderId: id, headers, recipient }: DemoPhoneProps) {
  const t = useWords("demo-phone");
  const f = useFormat();
  const zone = useZone();
  const { data, error, refetch } = useQuery({
    queryKey: ["demo-texts", id],
    queryFn: ({ signal }) => call(noticesApi.listDemoTexts, { id }, { signal, headers }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="demo-phone" aria-label={t("title")}>
      <header className="demo-phone-head">
        <span className="demo-phone-lens" />
        <p className="small">{t("lead")}</p>
      </header>
      <div className="demo-phone-texts" role="log">
        {data?.quietUntil !== undefined && (
          <p className="quiet small">{t("night", { time: f.time(data.quietUntil, zone) })}</p>
        )}
        {data?.texts.length === 0 && data.quietUntil === undefined && (
          <p className="quiet small">{t("empty")}</p>
        )}
        {data?.texts.map(({ id: key, audience, text, at }) => (
          <div key={key} className={`demo-text demo-text-${audience === "recipient" ? "recipient" : "own"}`}>
            <p className="quiet small">
              {audience === "recipient" ? t("to.recipient", { name: isolated(recipient) }) : t("to.you")}
              {` · ${f.time(at, zone)}`}
            </p>
            <p className="demo-text-body" dir="auto">
              <Linked text={text} />
            </p>
          </div>
        ))}
        <RefusalNote error={data ? null : error} onRetry={() => void refetch()} />
      </div>
    </section>
  );
}

/** A text with its addresses of this server as links, as a phone shows them. */
function Linked({ text }: { readonly text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, nth) => {
    const url = nth % 2 === 1 ? URL.parse(part) : null;
    if (!url || !/^\/(t|n|my)\//.test(url.pathname)) return part;
    return (
      <a key={part} href={url.pathname} target="_blank" rel="noreferrer">
        {part}
      </a>
    );
  });
}
