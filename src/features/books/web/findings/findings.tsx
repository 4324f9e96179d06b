import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { findingsApi } from "../../contract/findings.ts";
import type { Finding, Fix, MoneyHealth } from "../../contract/findings.ts";
import { FindingsTable } from "./findings-table.tsx";
import { FixDialog } from "./fix-dialog.tsx";
import { PassTimes } from "./pass-times.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import type { OnTrace } from "../trace/trace-button.tsx";
import { useSettled } from "../money/use-settled.ts";
import { SmallMessage } from "../money/small-message.tsx";

const PAGE = 20;

/** Lists differences between the ledger and the provider, with the acts that are open. */
export function Findings({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const { heading, settled } = useSettled();
  const [group, setGroup] = useState<"open" | "all">("open");
  const [asked, setAsked] = useState<{ finding: Finding; fix: Fix }>();
  const health = useQuery({
    queryKey: ["money", "health"],
    queryFn: ({ signal }) => call(findingsApi.readMoneyHealth, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
  const { list, items: findings = [] } = usePages(
    ["findings", group],
    (from, options) => call(findingsApi.listFindings, { group, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  return (
    <section className="money-findings stack gap-4" aria-labelledby="money-findings">
      <h2 className="title" id="money-findings" ref={heading} tabIndex={-1}>
        {t("findings.title")}
      </h2>
      <RefusalNote error={health.error} onRetry={() => void health.refetch()} />
      <div className="money-groups" role="group" aria-label={t("findings.groups")}>
        {(["open", "all"] as const).map((one) => (
          <FilterChip key={one} selected={one === group} onChange={() => setGroup(one)}>
            {t(`findings.group.${one}`)}
          </FilterChip>
        ))}
      </div>
      {list.isPending && <Skeleton look="rows" lines={2} />}
      {list.isError && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && findings.length === 0 && (
        <SmallMessage icon="check-circle" title={t("findings.none.title")}>
          <p>{t("findings.none.text")}</p>
        </SmallMessage>
      )}
      {findings.length > 0 && (
        <FindingsTable
          findings={findings}
          onFix={(finding, fix) => setAsked({ finding, fix })}
          onTrace={onTrace}
        />
      )}
      <ShowMore list={list} />
      {health.data && <Health health={health.data} />}
      {asked && (
        <FixDialog {...asked} onClose={() => setAsked(undefined)} onFixed={settled} onTrace={onTrace} />
      )}
    </section>
  );
}

/** How many are open, and, folded away, when each look last went through. */
function Health({ health }: { health: MoneyHealth }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { open, lastPassAt, passes, unknownSince, hintSince } = health;
  const at = (moment: string): string => `${f.day(moment, zone)} ${f.time(moment, zone)}`;
  // Without cards there is no provider to check.
  const isLooking = lastPassAt !== null || passes.some(({ okAt }) => okAt !== null);
  return (
    <>
      {open > 0 && <Banner tone="trouble">{t("findings.open", { n: open })}</Banner>}
      {isLooking && (
        <details className="quiet small money-passes">
          <summary>
            {lastPassAt === null ? t("findings.no-pass") : t("findings.last-pass", { time: at(lastPassAt) })}
          </summary>
          <ul>
            <PassTimes passes={passes} />
            <li>
              {unknownSince === null
                ? t("findings.no-unknown")
                : t("findings.unknown", { time: at(unknownSince) })}
            </li>
            <li>
              {hintSince === null ? t("findings.no-hint") : t("findings.hint", { time: at(hintSince) })}
            </li>
          </ul>
        </details>
      )}
    </>
  );
}
