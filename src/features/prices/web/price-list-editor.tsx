import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type PriceList, quotesApi } from "#features/quotes/contract/api.ts";
import type { PriceCase, PriceRule } from "#features/quotes/contract/price-list.ts";
import { checkPriceList, type PriceListFault } from "#features/quotes/domain/check-price-list.ts";
import { CaseList } from "./case-list.tsx";
import { freeName, isCase, isRule, ListItem } from "./list-items.ts";
import { type Example, factsOf, FIRST_EXAMPLE, tryOut } from "./example.ts";
import { faultSentence, faultsOfReply } from "./fault-words.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { withLaterRules } from "./later-rules.ts";
import { LookAtNew } from "./look-at-new.tsx";
import { usePriceListDraft } from "./price-list-draft.ts";
import { RuleList } from "./rule-list.tsx";
import { Simulator } from "./simulator.tsx";
import { useZoneNames } from "./use-zone-names.ts";

interface EditorProps {
  list: PriceList;
  /** Rules that price another try and the way back are to go into the draft at once. */
  addsLater: boolean;
  onLaterAdded: () => void;
  onPublished: (fresh: PriceList) => void;
  onReload: () => void;
}

/** Faults that the server named count until the rules change. */
interface Refused {
  readonly rules: readonly PriceRule[];
  readonly faults: readonly PriceListFault[];
}

/** Refusal of rules that were changed on an older version. */
const STALE = "quotes.changed-meanwhile";

export function PriceListEditor({ list, addsLater, onLaterAdded, onPublished, onReload }: EditorProps) {
  const t = useWords("prices");
  const f = useFormat();
  const zone = useZone();
  const draft = usePriceListDraft(list);
  const rules = useMemo(() => draft.items.filter(isRule), [draft.items]);
  const cases = useMemo(() => draft.items.filter(isCase), [draft.items]);
  useEffect(() => {
    if (!addsLater) return;
    const next = withLaterRules(rules);
    if (next !== rules) draft.set([...next, ...cases]);
    onLaterAdded();
  }, [addsLater, onLaterAdded, rules, cases, draft]);
  const { currency } = list;
  const [example, setExample] = useState<Example>(FIRST_EXAMPLE);
  const [refused, setRefused] = useState<Refused>();
  const [asked, setAsked] = useState(0);
  const settled = useDeferredValue(rules);
  const settledCases = useDeferredValue(cases);
  const zones = useZoneNames();
  const { nameOf: levelName } = useLevelNames();
  const found = useMemo(
    () =>
      checkPriceList(
        { version: list.version, currency, rules: settled, cases: settledCases },
        zones && [...zones.keys()],
      ),
    [list.version, currency, settled, settledCases, zones],
  );
  const faults = found.length > 0 || refused?.rules !== rules ? found : refused.faults;
  const trial = useMemo(
    () => tryOut({ version: list.version, currency, rules: settled }, factsOf(example)),
    [list.version, currency, settled, example],
  );
  const { save, send } = useVersionedSave(quotesApi.publishPriceList, {
    draft,
    stale: STALE,
    onSaved: onPublished,
    onReload,
    savedText: ({ version }) => t("list.published", { version }),
  });
  const publish = async () => {
    setAsked(asked + 1);
    if (found.length > 0) return;
    const error = await send({ version: draft.version, rules: [...rules], cases: [...cases] });
    if (!isProblem(error, "quotes.bad-price-list")) return;
    const ids = rules.map((rule) => rule.id);
    setRefused({ rules, faults: faultsOfReply(error.fields, ids, error.facts) });
  };
  const whole = faults.filter((fault) => fault.ruleId === null && fault.code !== "case-fails");
  const setCases = (next: readonly PriceCase[]) => draft.set([...rules, ...next]);
  const keep = () => {
    const facts = factsOf(example);
    if (!facts || !trial.price) return;
    const name = freeName(t("case.name"), cases);
    setCases([...cases, { name, facts, totalMinor: trial.price.total.minor }]);
  };
  const by = list.publishedBy ?? t("list.by-default");
  return (
    <DraftFrame
      title={t("list.title")}
      detail={t("list.published-at", {
        version: list.version,
        at: f.dateTime(list.publishedAt, zone),
        by,
      })}
      draft={draft}
      save={save}
      stale={STALE}
      topic="price-list"
      file={{
        kind: "price-list",
        item: ListItem,
        currency,
        nameOf: (item) => (isCase(item) ? item.name : item.title),
      }}
      does={{ icon: "upload", label: t("list.publish", { version: list.version + 1 }) }}
      actions={
        <Button variant="text" icon="clock" href="/a/prices/replay">
          {t("list.replay")}
        </Button>
      }
      onSave={() => void publish()}
      unsaved={t("list.unsaved", { version: draft.version })}
      behind={t("behind.text", { version: list.version, by })}
      renderLook={(ways) => <LookAtNew list={list} {...ways} />}
    >
      {whole.length > 0 && (
        <div role="alert" key={asked}>
          <Banner tone="trouble">
            <ul className="prices-faults">
              {whole.map((fault) => (
                <li key={fault.code + fault.path}>{faultSentence(fault, { f, currency, levelName })}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="draft-columns">
        <RuleList
          rules={rules}
          currency={currency}
          shares={trial.shares}
          faults={faults}
          asked={asked}
          onChange={(next) => draft.set([...next, ...cases])}
        />
        <div className="trials">
          <Simulator example={example} onChange={setExample} trial={trial} onKeep={keep} />
          <CaseList
            cases={cases}
            list={{ version: list.version, currency, rules: settled }}
            asked={asked}
            onChange={setCases}
          />
        </div>
      </div>
    </DraftFrame>
  );
}
