import { useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type FailedJob, operationsApi } from "../contract/api.ts";

const FAILED = ["failed-jobs"];
const PAGE = 20;

/** Jobs whose last try failed, each with a way to try it again. */
export function FailedJobsCard({ onRetried }: { onRetried: () => void }) {
  const t = useWords("operations");
  const pages = usePages(FAILED, (from, options) =>
    call(operationsApi.listFailedJobs, { limit: PAGE, ...from }, options),
  );
  return (
    <Card title={t("jobs")}>
      <PagedRows pages={pages} bones={2} none={<p className="quiet">{t("jobs.none")}</p>}>
        {(jobs) => (
          <List label={t("jobs")}>
            {jobs.map((job) => (
              <FailedJobLine key={job.id} job={job} onRetried={onRetried} />
            ))}
          </List>
        )}
      </PagedRows>
    </Card>
  );
}

function FailedJobLine({ job, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const t = useWords("operations");
  const moment = useMoment();
  const queries = useQueryClient();
  const retry = useCommand(operationsApi.retryJob, {
    onDone: ({ retried }) => {
      showSnack({ text: t(retried ? "jobs.retried" : "jobs.gone") });
      void queries.invalidateQueries({ queryKey: FAILED });
      onRetried();
    },
  });
  const then = job.nextAt === null ? t("jobs.given-up") : t("jobs.next", { at: moment(job.nextAt) });
  return (
    <>
      <ListItem
        title={<LtrText>{job.name}</LtrText>}
        detail={`${t("jobs.tries", { n: job.tries, most: job.triesAtMost })} · ${then}`}
        end={
          <Button
            variant="tonal"
            loading={retry.isPending}
            aria-label={t("jobs.retry-one", { job: job.name })}
            onClick={() => retry.mutate({ id: job.id })}
          >
            {t("jobs.retry")}
          </Button>
        }
      />
      {retry.error !== null && (
        <li>
          <RefusalNote error={retry.error} />
        </li>
      )}
    </>
  );
}
