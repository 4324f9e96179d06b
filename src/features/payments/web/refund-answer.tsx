import { useEffect, useRef } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { Refund } from "../contract/refunds.ts";
import { ProblemNote } from "./problem-note.tsx";

const TONE = {
  waiting: "warning",
  "release-waiting": "warning",
  sending: "info",
  refused: "trouble",
  succeeded: "done",
} as const;

/** What came of a request to give money back: it takes the focus, for the button that was pressed may be gone. */
export function RefundAnswer({ refund }: { refund: Refund }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Answer refund={refund} />
    </div>
  );
}

function Answer({ refund: { state, amount: money } }: { refund: Refund }) {
  const t = useWords("money");
  const amount = useFormat().money(money);
  switch (state) {
    case "pending":
      return <ProblemNote code="refund.pending" facts={{ amount }} />;
    case "failed":
      return <ProblemNote code="refund.failed" facts={{ amount }} />;
    case "waiting":
    case "release-waiting":
    case "sending":
    case "refused":
    case "succeeded":
      return (
        <Banner tone={TONE[state]} urgent>
          {t(`refund.answer.${state}`, { amount })}
        </Banner>
      );
    case "declined":
    case "by-bank":
    case "dropped":
    case "released":
      return <Banner urgent>{t("refund.acted", { amount, state: t(`refund.state.${state}`) })}</Banner>;
  }
}
