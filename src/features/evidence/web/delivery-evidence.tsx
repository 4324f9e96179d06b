import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { saveFile } from "#web/api/save-file.ts";
import { sendForFile } from "#web/api/send.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import {
  EVIDENCE_KINDS,
  evidenceApi,
  evidencePath,
  type EvidenceKind,
  type Seal,
} from "../contract/evidence.ts";
import "./evidence.css";
import "./words.ts";

/** Pages with many pictures take the server some seconds. */
const TIMEOUT_MS = 60_000;
const ACCEPT = { zip: "application/zip", pdf: "application/pdf" } as const;

export interface EvidenceProps {
  readonly deliveryId: string;
  /** Of the delivery: it begins the names of the files, as the server names them. */
  readonly number: string;
}

export function EvidenceCard(props: EvidenceProps) {
  const t = useWords("evidence");
  return (
    <Card title={t("panel.title")}>
      <DeliveryEvidence {...props} />
    </Card>
  );
}

/** Everything recorded of a delivery as a file, and the seals of the files that were handed out. */
export function DeliveryEvidence({ deliveryId, number }: EvidenceProps) {
  const t = useWords("evidence");
  const language = useLocale();
  const seals = useQuery({
    queryKey: ["evidence", deliveryId],
    queryFn: ({ signal }) => call(evidenceApi.listSeals, { id: deliveryId }, { signal }),
  });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (kind: EvidenceKind) => {
      const url = evidencePath(deliveryId, kind, language);
      const headers = { accept: ACCEPT[kind] };
      const file = await sendForFile({ method: "GET", url, headers, timeoutMs: TIMEOUT_MS });
      saveFile(file, `${number}-evidence.${kind}`);
    },
    onSuccess: () => void seals.refetch(),
  });
  return (
    <div className="stack gap-3">
      <p className="quiet">{t("panel.text")}</p>
      <div className="row gap-3">
        {EVIDENCE_KINDS.map((kind) => (
          <Button
            key={kind}
            variant="outlined"
            icon="receipt"
            loading={isPending && variables === kind}
            onClick={() => mutate(kind)}
          >
            {t(`panel.${kind}`)}
          </Button>
        ))}
      </div>
      <RefusalNote error={error ?? seals.error} />
      {seals.data && <Seals items={seals.data.items} />}
    </div>
  );
}

function Seals({ items }: { items: readonly Seal[] }) {
  const t = useWords("evidence");
  const f = useFormat();
  const zone = useZone();
  if (items.length === 0) return <p className="quiet small">{t("panel.none")}</p>;
  return (
    <details>
      <summary>{t("panel.seals")}</summary>
      <ul className="seals" aria-label={t("panel.seals")}>
        {items.map(({ seal, head, facts, issuedAt }) => (
          <li key={seal} className="stack gap-1 small">
            <span>
              {t("panel.issued", { time: f.dateTime(issuedAt, zone), facts: t("panel.facts", { n: facts }) })}
            </span>
            <span>
              {t("panel.seal")}: <bdi className="seal">{seal}</bdi>
            </span>
            <span>
              {t("panel.head")}: <bdi className="seal">{head}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
