import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { WORD_LOCALES, type WordLocale, wordLocale } from "#kernel/locale.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type NoticeSettings, type NoticeTemplate, noticesApi } from "../../contract/api.ts";
import { NOTICES, type Notice, WORDED_WAYS, type WordedWay } from "../../domain/notices.ts";
import { WordingForm } from "./wording-form.tsx";

const NAMES: Readonly<Record<WordLocale, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};

/** One wording at a time, by its notice, way and language. */
export function WordingsCard({ gateways }: Pick<NoticeSettings, "gateways">) {
  const t = useWords("notice-settings");
  const words = useWords("notices");
  const [language, setLanguage] = useState(wordLocale(useLocale()));
  const [notice, setNotice] = useState<Notice>("booked");
  const [way, setWay] = useState<WordedWay>("mail");
  const queries = useQueryClient();
  const queryKey = ["notice-templates", language];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(noticesApi.readNoticeTemplates, { language }, { signal }),
  });
  const isIt = (one: NoticeTemplate) => one.notice === notice && one.way === way;
  const template = data?.templates.find(isIt);
  const keep = (fresh: NoticeTemplate) =>
    queries.setQueryData<typeof data>(
      queryKey,
      (old) => old && { ...old, templates: old.templates.map((one) => (isIt(one) ? fresh : one)) },
    );
  return (
    <Card title={t("wordings.title")}>
      <p className="quiet small">{t("wordings.lead")}</p>
      <div className="notice-limits">
        <Select
          label={t("wordings.notice")}
          value={notice}
          onChange={setNotice}
          options={NOTICES.map((value) => ({
            value,
            label: `${words(`notice.${value}`)}${isChanged(data?.templates, value) ? " •" : ""}`,
          }))}
        />
        <Select
          label={t("wordings.way")}
          value={way}
          onChange={setWay}
          options={WORDED_WAYS.map((value) => ({ value, label: words(`way.${value}`) }))}
        />
        <Select
          label={t("wordings.language")}
          value={language}
          onChange={setLanguage}
          options={WORD_LOCALES.map((value) => ({ value, label: NAMES[value] }))}
        />
      </div>
      {data && template ? (
        <>
          <RefusalNote error={error} onRetry={() => void refetch()} />
          <WordingForm
            key={`${notice} ${way} ${language} ${template.version} ${template.body}`}
            template={template}
            example={data.example}
            gateway={gateways[way]}
            onSaved={keep}
            onReload={() => void refetch()}
          />
        </>
      ) : isPending ? (
        <Skeleton look="rows" lines={4} />
      ) : (
        <ProblemMessage error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

const isChanged = (templates: readonly NoticeTemplate[] | undefined, notice: Notice): boolean =>
  templates?.some((one) => one.notice === notice && one.version > 0) ?? false;
