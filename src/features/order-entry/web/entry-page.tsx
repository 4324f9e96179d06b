import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { orderEntryApi } from "../contract/api.ts";
import { assignPathOf } from "./assign-path.ts";
import { Entered } from "./entered.tsx";
import { EnteredTogether } from "./entered-together.tsx";
import { EntryForm } from "./entry-form.tsx";
import type { EntrySearch } from "./entry-search.ts";
import type { EnteredReply } from "./use-entering.ts";
import type { TogetherReply } from "./use-entering-together.ts";
import "./entry.css";

/** One page for one call: who, from where to where, with what, when, paid how. */
export function EntryPage({ search, setSearch }: PageProps<object, EntrySearch>) {
  const t = useWords("order-entry");
  const online = useOnline();
  const zone = useZone();
  const [round, setRound] = useState(0);
  const [entered, setEntered] = useState<EnteredReply>();
  const [together, setTogether] = useState<TogetherReply>();
  const like = usePastEntry(search.same);
  const startEmpty = () => setSearch({ same: "" }, { replace: true });
  if (entered)
    return (
      <Entered
        entered={entered}
        assignPath={assignPathOf(entered, zone)}
        onAnother={() => {
          setEntered(undefined);
          setRound(round + 1);
        }}
      />
    );
  if (together)
    return (
      <EnteredTogether
        entered={together}
        onAnother={() => {
          setTogether(undefined);
          setRound(round + 1);
        }}
      />
    );
  const finish = (reply: EnteredReply, assigns: boolean) => {
    const path = assigns ? assignPathOf(reply, zone) : undefined;
    if (path === undefined) setEntered(reply);
    else go(path);
  };
  return (
    <div className="entry stack gap-4">
      <PageHeader
        back="/d/board"
        title={t("title")}
        detail={t("text")}
        actions={
          <Button icon="refresh" variant="text" href="/d/recurring/new">
            {t("recurring")}
          </Button>
        }
      />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      {like.error ? (
        <>
          <ProblemMessage error={like.error} onRetry={() => void like.refetch()} />
          <Button variant="text" onClick={startEmpty}>
            {t("again.empty")}
          </Button>
        </>
      ) : like.isLoading ? (
        <Skeleton look="card" lines={6} />
      ) : (
        <EntryForm
          key={round}
          like={like.data}
          onFilled={startEmpty}
          onEntered={finish}
          onTogether={setTogether}
        />
      )}
    </div>
  );
}

/** The order that is entered again, while the address names one. */
function usePastEntry(id: string) {
  return useQuery({
    queryKey: ["past-entry", id],
    enabled: id !== "",
    queryFn: ({ signal }) => call(orderEntryApi.readPastEntry, { id }, { signal }),
  });
}
