import "./failure.css";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { useWords } from "../../i18n/words.ts";
import { Banner } from "../../ui/banner.tsx";
import { IconButton } from "../../ui/button.tsx";
import { StateMessage } from "../../ui/state-message.tsx";
import { Row } from "../../ui/layout.tsx";
import { FailureLine } from "./failure-line.tsx";
import { lookOfFailure, wayOf } from "./failure-looks.ts";
import { useFailureText, useFailureValues } from "./failure-text.ts";
import { SECOND_WAYS, WAYS } from "./failure-ways.tsx";
import type { FailureFacts, LoginOptions } from "../port.ts";
import { useExplains } from "../begin-login.ts";

export interface FailureMessageProps {
  code: SignInFailureCode;
  facts?: FailureFacts;
  /** How to sign in again. Default: comes back to this page. */
  again?: LoginOptions;
  onRetry?: (() => Promise<void>) | undefined;
  /** It is the whole page: its title is the page's `h1`. */
  page?: boolean;
}

const NO_FACTS: FailureFacts = {};
const HERE: LoginOptions = {};

/**
 * Explains in a sentence why there is no session, with the way out and a line for support. Follows the table of
 * failures.
 */
export function FailureMessage({
  code,
  facts = NO_FACTS,
  again = HERE,
  onRetry,
  page = true,
}: FailureMessageProps) {
  const t = useWords("session");
  useExplains();
  const { title, icon, kind } = lookOfFailure(code);
  const { sentence, detail, hint } = useFailureText({ code, facts });
  const Way = WAYS[wayOf(code)];
  const Second = SECOND_WAYS[code];
  const way = { code, facts, again, onRetry };
  return (
    <StateMessage
      page={page}
      kind={kind}
      icon={icon}
      title={t(title, useFailureValues(facts))}
      action={
        <>
          <Row gap={2} className="message-ways">
            <Way {...way} />
            {Second && <Second {...way} />}
          </Row>
          {hint !== undefined && <p className="message-hint quiet small">{hint}</p>}
          <FailureLine failed={{ code, facts }} />
        </>
      }
    >
      <p role={kind === "error" ? undefined : "alert"}>{sentence}</p>
      {detail !== undefined && <p>{detail}</p>}
    </StateMessage>
  );
}

export interface FailureBannerProps extends Omit<FailureMessageProps, "page"> {
  onClose: () => void;
}

/** The same as a line over a page that goes on. */
export function FailureBanner({
  code,
  facts = NO_FACTS,
  again = HERE,
  onRetry,
  onClose,
}: FailureBannerProps) {
  const hall = useWords("hall");
  const { sentence, detail } = useFailureText({ code, facts });
  const Way = WAYS[wayOf(code)];
  const hasButton = wayOf(code) !== "by-itself";
  return (
    <Banner
      tone="warning"
      urgent
      actions={
        <Row gap={1} nowrap>
          {hasButton && <Way code={code} facts={facts} again={again} onRetry={onRetry} />}
          <IconButton icon="close" label={hall("ui.close")} onClick={onClose} />
        </Row>
      }
    >
      {sentence}
      {detail !== undefined && <span> {detail}</span>}
    </Banner>
  );
}
