import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Finding, Fix } from "../../contract/findings.ts";
import { useMe } from "#features/debts/web/public-parts.ts";

interface TraceFindingsProps {
  findings: readonly Finding[];
  onFix: (finding: Finding, fix: Fix) => void;
}

/** Open findings of one payment, with their fixes; renders nothing without any. */
export function TraceFindings({ findings, onFix }: TraceFindingsProps) {
  const t = useWords("money");
  const mayMend = useMe().may("money:mend");
  return findings.map((finding) => (
    <Banner
      key={finding.id}
      tone="trouble"
      actions={
        mayMend
          ? finding.fixes.map((fix) => (
              <Button key={fix} onClick={() => onFix(finding, fix)}>
                {t(`findings.fix.${fix}`)}
              </Button>
            ))
          : undefined
      }
    >
      {t(`findings.kind.${finding.kind}`)}
    </Banner>
  ));
}
