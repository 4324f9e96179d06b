import { useQuery, useQueryClient } from "@tanstack/react-query";
import { HEADERS } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { noticesApi } from "../../contract/api.ts";

/** Switches messages to the address of a message off by one press, and on again. Nobody signs in for it. */
export function SwitchPage({ params: { token } }: PageProps<{ token: string }>) {
  const t = useWords("notice-switch");
  const queries = useQueryClient();
  const headers = { [HEADERS.trackingToken]: token };
  const queryKey = ["notice-switch", token];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(noticesApi.readNoticeSwitch, {}, { signal, headers }),
  });
  const turn = useCommand(noticesApi.switchNotices, {
    headers,
    onDone: (fresh) => queries.setQueryData(queryKey, fresh),
  });
  if (isPending) return <Skeleton look="card" lines={3} />;
  if (!data) return <ProblemMessage page error={error} onRetry={() => void refetch()} />;
  const { carrier, to, isOff } = data;
  return (
    <div className="stack gap-4">
      <PageHeader title={t("title")} />
      <Banner tone={isOff ? "done" : "info"}>
        <p aria-live="polite">{t(isOff ? "is-off" : "is-on", { carrier, to: `\u2066${to}\u2069` })}</p>
      </Banner>
      <div>
        <Button
          variant="filled"
          size="large"
          loading={turn.isPending}
          onClick={() => turn.mutate({ off: !isOff })}
        >
          {t(isOff ? "on" : "off")}
        </Button>
      </div>
      <p className="quiet small">{t("every", { carrier })}</p>
      <RefusalNote error={turn.error} />
    </div>
  );
}
