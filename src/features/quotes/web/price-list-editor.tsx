import { useDeferredValue, useMemo, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type PriceList, quotesApi } from "../contract/api.ts";
import type { PriceRule } from "../contract/price-list.ts";
import { checkPriceList, type PriceListFault } from "../domain/check-price-list.ts";
import { BehindNote } from "./behind-note.tsx";
import { type Example, factsOf, FIRST_EXAMPLE, tryOut } from "./example.ts";
import { faultSentence, faultsOfReply } from "./fault-words.ts";
import { usePriceDraft } from "./price-draft.ts";
import { RuleList } from "./rule-list.tsx";
import { Simulator } from "./simulator.tsx";
import { useZoneNames } from "./use-zone-names.ts";

interface EditorProps {
  list: PriceList;
  onPublished: (fresh: PriceList) => void;
  onReload: () => void;
}

/** Faults that the server named count until the rules change. */
interface Refused {
  readonly rules: readonly PriceRule[];
  readonly faults: readonly PriceListFault[];
}

export function PriceListEditor({ list, onPublished, onReload }: EditorProps) {
  const t = useWords("quotes");
  const f = useFormat();
  const zone = useZone();
  const draft = usePriceDraft(list);
  useAskBeforeClose(draft.isChanged);
  const { rules } = draft;
  const { currency } = list;
  const [example, setExample] = useState<Example>(FIRST_EXAMPLE);
  const [refused, setRefused] = useState<Refused>();
  const [asked, setAsked] = useState(0);
  const settled = useDeferredValue(rules);
  const zones = useZoneNames();
  const found = useMemo(
    () => checkPriceList({ version: list.version, currency, rules: settled }, zones && [...zones.keys()]),
    [list.version, currency, settled, zones],
  );
  const faults = found.length > 0 || refused?.rules !== rules ? found : refused.faults;
  const trial = useMemo(
    () => tryOut({ version: list.version, currency, rules: settled }, factsOf(example)),
    [list.version, currency, settled, example],
  );
  const publish = useCommand(quotesApi.publishPriceList, {
    onDone: (fresh) => {
      onPublished(fresh);
      draft.forget();
      showSnack({ text: t("list.published", { version: fresh.version }) });
    },
  });
  const send = async () => {
    setAsked(asked + 1);
    if (found.length > 0) return;
    try {
      await publish.mutateAsync({ version: draft.version, rules: [...rules] });
    } catch (error) {
      if (isProblem(error, "quotes.changed-meanwhile")) onReload();
      if (!isProblem(error, "quotes.bad-price-list")) return;
      setRefused({
        rules,
        faults: faultsOfReply(
          error.fields,
          rules.map((rule) => rule.id),
          error.facts,
        ),
      });
    }
  };
  const discard = () => {
    const kept = rules;
    draft.forget();
    publish.reset();
    showSnack({ text: t("list.discarded"), undo: () => draft.set(kept), topic: "price-list" });
  };
  const whole = faults.filter((fault) => fault.ruleId === null);
  const isStale = draft.isBehind || isProblem(publish.error, "quotes.changed-meanwhile");
  return (
    <div className="prices">
      <PageHeader
        title={t("list.title")}
        detail={t("list.published-at", {
          version: list.version,
          at: f.dateTime(list.publishedAt, zone),
          by: list.publishedBy ?? t("list.by-default"),
        })}
        actions={
          draft.isChanged && (
            <>
              <Button variant="text" icon="undo" onClick={discard}>
                {t("list.discard")}
              </Button>
              <Button variant="filled" icon="upload" loading={publish.isPending} onClick={() => void send()}>
                {t("list.publish", { version: list.version + 1 })}
              </Button>
            </>
          )
        }
      />
      {draft.isBehind ? (
        <BehindNote
          list={list}
          onKeep={() => (draft.rebase(list.version), publish.reset())}
          onDrop={discard}
        />
      ) : (
        draft.isChanged && <Banner icon="edit">{t("list.unsaved", { version: draft.version })}</Banner>
      )}
      {!isStale && <RefusalNote error={publish.error} />}
      {whole.length > 0 && (
        <div role="alert" key={asked}>
          <Banner tone="trouble">
            <ul className="prices-faults">
              {whole.map((fault) => (
                <li key={fault.code + fault.path}>{faultSentence(fault, { t, f, currency })}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="prices-columns">
        <RuleList
          rules={rules}
          currency={currency}
          shares={trial.shares}
          faults={faults}
          asked={asked}
          onChange={draft.set}
        />
        <Simulator example={example} onChange={setExample} trial={trial} />
      </div>
    </div>
  );
}
