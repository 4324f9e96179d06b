import { useState } from "react";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { recurringApi, type StandingOrder } from "../contract/api.ts";
import { RuleForm } from "./rule-form.tsx";
import { typedRule } from "./rule-values.ts";
import { useRecurringNews, useStandingOrder } from "./use-recurring.ts";
import { useRuleChanges } from "./use-rule-facts.ts";

/** Changes a standing order; deliveries that are made stay as they are. */
export function RecurringEditPage({ params: { id } }: PageProps<{ id: string }>) {
  const t = useWords("recurring");
  const online = useOnline();
  const found = useStandingOrder(id);
  return (
    <article className="stack gap-4 recurring recurring-narrow">
      <PageHeader back={`/d/recurring/${id}`} title={t("edit.title")} />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      {found.isPending && <Skeleton look="card" lines={6} />}
      {found.error && !found.data && (
        <ProblemMessage error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && <Edit key={id} first={found.data} />}
    </article>
  );
}

function Edit({ first }: { readonly first: StandingOrder }) {
  const t = useWords("recurring");
  const { currency } = useConfig();
  const refresh = useRecurringNews();
  /** The version that the form began with. */
  const [base, setBase] = useState(first);
  /** The newer one of somebody else, after a refusal. */
  const [theirs, setTheirs] = useState<StandingOrder>();
  const edit = useCommand(recurringApi.editRule);
  const { id, made } = base;
  if (base.state === "ended") return <Banner>{t("ended.text")}</Banner>;
  return (
    <>
      <Banner>{t("edit.text", { n: made })}</Banner>
      <RuleForm
        key={base.version}
        initial={typedRule(base.rule, currency)}
        asksCaller={false}
        does={t("edit.save")}
        onSend={async (rule) => {
          try {
            await edit.mutateAsync({ id, version: (theirs ?? base).version, rule });
          } catch (error) {
            if (isProblem(error, "recurring.changed-meanwhile"))
              setTheirs(await call(recurringApi.readRule, { id }));
            throw error;
          }
          await refresh();
          go(`/d/recurring/${id}`);
        }}
        renderProblem={(error, send) =>
          theirs && isProblem(error, "recurring.changed-meanwhile") ? (
            <Conflict
              error={error}
              before={base}
              after={theirs}
              onMine={send}
              onTheirs={() => {
                setBase(theirs);
                setTheirs(undefined);
              }}
            />
          ) : (
            <RefusalNote error={error} />
          )
        }
      />
    </>
  );
}

interface ConflictProps {
  readonly error: unknown;
  readonly before: StandingOrder;
  readonly after: StandingOrder;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Names what somebody else changed since, and asks which of both holds. */
function Conflict({ error, before, after, onMine, onTheirs }: ConflictProps) {
  const t = useWords("recurring");
  const changes = useRuleChanges()(before.rule, after.rule);
  return (
    <div className="stack gap-2">
      <RefusalNote
        error={error}
        action={
          <span className="recurring-acts">
            <Button variant="tonal" onClick={onTheirs}>
              {t("conflict.theirs")}
            </Button>
            <Button variant="text" onClick={onMine}>
              {t("conflict.mine")}
            </Button>
          </span>
        }
      />
      <ul aria-label={t("conflict.changes")}>
        {changes.map(({ name, before: was, after: now }) => (
          <li key={name}>
            {name}: <del dir="auto">{was}</del> <ins dir="auto">{now}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}
