import "./words.ts";
import type { ReactNode } from "react";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { type PaymentProblemCode, type ProblemWay, problemOf } from "../contract/payment-problems.ts";

/** Effect of each way out: a call or an address. A way that is not given is not offered. */
export type WayActions = Readonly<Partial<Record<ProblemWay, (() => void) | string>>>;

export type ProblemFacts = Readonly<Record<string, string | number>>;

export interface ProblemNoteProps {
  readonly code: PaymentProblemCode;
  readonly facts?: ProblemFacts;
  readonly ways?: WayActions;
  readonly children?: ReactNode;
  readonly isHeld?: boolean;
}

type Tone = "info" | "warning" | "trouble" | "done";

/** The rest is trouble. */
const TONE: Readonly<Partial<Record<PaymentProblemCode, Tone>>> = {
  "script.offline": "warning",
  "element.slow": "warning",
  "form.incomplete": "warning",
  "sca.required": "warning",
  "sca.cancelled": "warning",
  "pay.silent": "warning",
  "pay.unknown": "info",
  "pay.already-paid": "done",
  "pay.other-tab": "info",
  "quote.expired": "warning",
  "quote.changed": "warning",
  "slot.lost": "warning",
  "booking.expired": "warning",
  "booking.given-up": "warning",
  "session.expired": "warning",
  "rate.limited": "warning",
  "hold.expiring": "warning",
  "capture.failed": "warning",
  "refund.pending": "info",
  "refund.exceeds": "warning",
  "storage.blocked": "warning",
};

const WAY_ICON: Readonly<Partial<Record<ProblemWay, IconName>>> = {
  retry: "refresh",
  "other-card": "card",
  "confirm-card": "card",
  "pay-link": "link",
  "send-link": "link",
  "sign-in": "login",
};

/** One row of the list of payment problems as people see it: its sentence, and its ways out as far as this page has them. */
export function ProblemNote({ code, facts = {}, ways = {}, children, isHeld = false }: ProblemNoteProps) {
  const t = useWords("payments");
  const row = problemOf(code);
  if (row.says === undefined) return null;
  const offered = row.ways.filter((way) => ways[way] !== undefined);
  const isWhole = row.place === "form";
  return (
    <div className="stack gap-3 pay-problem" data-problem={code}>
      <Banner
        tone={TONE[code] ?? "trouble"}
        urgent
        {...(code === "script.offline" && { icon: "offline" as const })}
      >
        {code === "pay.unknown" && <strong className="title">{t("checking.title")}</strong>}
        <p>{t(row.says, facts)}</p>
        {code === "script.blocked" && <p>{t("fail.blocked-how")}</p>}
        {children}
      </Banner>
      {offered.length > 0 && (
        <div className="row gap-2">
          {offered.map((way, place) => (
            <Way key={way} way={way} act={ways[way]} isFirst={isWhole && place === 0} isHeld={isHeld} />
          ))}
        </div>
      )}
    </div>
  );
}

interface WayProps {
  readonly way: ProblemWay;
  readonly act: WayActions[ProblemWay];
  readonly isFirst: boolean;
  readonly isHeld: boolean;
}

function Way({ way, act, isFirst, isHeld }: WayProps) {
  const t = useWords("payments");
  const icon = WAY_ICON[way];
  const looks = {
    variant: isFirst ? ("filled" as const) : ("outlined" as const),
    ...(icon !== undefined && { icon }),
    disabled: isHeld,
  };
  const label = way === "retry" ? t("fail.retry") : way === "reload" ? t("fail.reload") : t(`way.${way}`);
  return typeof act === "string" ? (
    <Button {...looks} href={act}>
      {label}
    </Button>
  ) : (
    <Button {...looks} {...(act && { onClick: act })}>
      {label}
    </Button>
  );
}
