import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type NoticeSettings, noticesApi } from "../../contract/api.ts";
import { GatewaysCard } from "./gateways-card.tsx";
import { PhoneCard } from "./phone-card.tsx";
import { RulesForm } from "./rules-form.tsx";
import { WordingsCard } from "./wordings-card.tsx";
import "./settings.css";

const SETTINGS_KEY = ["notice-settings"];

/** Decides who hears of what by which way, in which words, and shows by what the messages leave. */
export function SettingsPage() {
  const t = useWords("notice-settings");
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(noticesApi.readNoticeSettings, {}, { signal }),
  });
  const keep = (fresh: NoticeSettings) => queries.setQueryData(SETTINGS_KEY, fresh);
  return (
    <article className="notice-settings">
      <PageHeader title={t("title")} detail={t("lead")} />
      {data ? (
        <>
          <RefusalNote error={error} onRetry={() => void refetch()} />
          <StandingRules settings={data} onSaved={keep} onReload={async () => (await refetch()).data} />
          <PhoneCard />
          <GatewaysCard settings={data} />
          <WordingsCard gateways={data.gateways} />
        </>
      ) : isPending ? (
        <Skeleton look="rows" lines={9} />
      ) : (
        <ProblemMessage error={error} onRetry={() => void refetch()} />
      )}
    </article>
  );
}

interface StandingProps {
  readonly settings: NoticeSettings;
  readonly onSaved: (fresh: NoticeSettings) => void;
  readonly onReload: () => Promise<NoticeSettings | undefined>;
}

/** Keeps the form on the version that it began with: another one takes its place only when it is asked for. */
function StandingRules({ settings, onSaved, onReload }: StandingProps) {
  const [standing, setStanding] = useState(settings);
  const reload = async () => {
    const fresh = await onReload();
    if (fresh) setStanding(fresh);
  };
  return (
    <RulesForm
      key={standing.version}
      settings={standing}
      onSaved={(fresh) => {
        setStanding(fresh);
        onSaved(fresh);
      }}
      onReload={() => void reload()}
    />
  );
}
