import { useState } from "react";
import { reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { ReasonTerms } from "../contract/shapes.ts";
import { LIKELY_REASONS, reasonsOf } from "../domain/terms.ts";
import { useReasonNames } from "./use-reason-names.ts";

const KINDS = ["collect", "deliver"] as const;

/** Shows the choice of a courier at the pickup and at the door, by the reasons on the screen. */
export function PhonePreview({ reasons }: { reasons: readonly ReasonTerms[] }) {
  const t = useWords("reasons");
  const f = useFormat();
  const nameOf = useReasonNames(reasons);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("deliver");
  const [code, setCode] = useState("");
  const all = reasonsOf(reasons);
  const offered = reasonsFor(kind, all);
  const chosen = reasonOf(kind, code, offered);
  return (
    <Card title={t("preview.title")} copy="courier">
      <p className="quiet small">{t("preview.text")}</p>
      <Tabs
        label={t("preview.stage")}
        value={kind}
        onChange={setKind}
        tabs={KINDS.map((value) => ({ value, label: t(`preview.${value}`) }))}
      >
        <div className="stack gap-3 reasons-phone">
          <RadioGroup
            label={t("preview.reason")}
            value={chosen?.code ?? ""}
            onChange={setCode}
            options={offered.map((one) => ({ value: one.code, label: nameOf(one.code) }))}
            fold={{ after: LIKELY_REASONS, label: t("preview.more") }}
          />
          {chosen && (
            <Banner icon="info">
              <p>{t("preview.next", { next: t(`next.${chosen.nextAction}`) })}</p>
              {chosen.proofs.length > 0 && (
                <p>
                  {t("preview.needs", {
                    proofs: f.list(
                      chosen.proofs.map((proof) => t(proof === "note" ? "proof.note" : "proof.photo")),
                    ),
                  })}
                </p>
              )}
            </Banner>
          )}
        </div>
      </Tabs>
    </Card>
  );
}
