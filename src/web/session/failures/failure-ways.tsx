import { type ComponentType, useState } from "react";
import type { FailureWay, SignInFailureCode } from "#contract/sign-in-failures.ts";
import { useWords } from "../../i18n/words.ts";
import { useFirstPlaceFor } from "../../shell/places.ts";
import { Button } from "../../ui/button.tsx";
import { useBackOff } from "./back-off.ts";
import { BROWSERS, secureUrl } from "./browser-check.ts";
import { useConfigIfThere } from "../config.ts";
import { draftsAside } from "../storage/drafts-aside.ts";
import type { FailureFacts, LoginOptions } from "../port.ts";
import { auth, logout, rolesOf, useSession } from "../session.ts";
import { askedAnew, beginLogin } from "../begin-login.ts";

export interface WayProps {
  readonly code: SignInFailureCode;
  readonly facts: FailureFacts;
  /** How to sign in again, so that people come back to where they were. */
  readonly again: LoginOptions;
  /** The step that failed, once more; where absent, a new sign-in. */
  readonly onRetry?: (() => Promise<void>) | undefined;
}

function SignIn({ code, again }: WayProps) {
  const t = useWords("session");
  return (
    <Button variant="filled" icon="login" onClick={() => void beginLogin(askedAnew(code, again))}>
      {t("way.again")}
    </Button>
  );
}

/** Later with every press that follows soon, so that a service in trouble is not hammered. */
function Retry({ again, onRetry }: WayProps) {
  const t = useWords("session");
  const hall = useWords("hall");
  const { press, waitsS, isRunning } = useBackOff(onRetry ?? (() => beginLogin({ ...again, insist: true })));
  return (
    <Button variant="filled" icon="refresh" loading={isRunning} onClick={press}>
      {waitsS > 0 ? t("way.waiting", { n: waitsS }) : hall("state.again")}
    </Button>
  );
}

function OtherAccount({ again, variant = "filled" }: WayProps & { variant?: "filled" | "outlined" }) {
  const hall = useWords("hall");
  const session = useSession();
  return (
    <>
      <Button
        variant={variant}
        icon="swap"
        onClick={() => void beginLogin({ ...again, prompt: "login", insist: true })}
      >
        {hall("session.other-account")}
      </Button>
      {session.kind === "signed-in" && (
        <Button icon="logout" onClick={() => void logout()}>
          {hall("session.sign-out")}
        </Button>
      )}
    </>
  );
}

function OpenSecure({ facts }: WayProps) {
  const t = useWords("session");
  const url = facts["url"];
  return (
    <Button variant="filled" icon="lock" href={typeof url === "string" ? url : secureUrl()}>
      {t("way.open-secure")}
    </Button>
  );
}

function RestartApp({ again }: WayProps) {
  const t = useWords("session");
  return (
    <>
      <Button variant="filled" icon="home" href="/">
        {t("way.open-app")}
      </Button>
      <Button icon="login" onClick={() => void beginLogin(again)}>
        {t("way.sign-in-here")}
      </Button>
    </>
  );
}

function UpdateBrowser() {
  const t = useWords("session");
  return (
    <ul className="message-list">
      {BROWSERS.map(([name, version]) => (
        <li key={name}>{t("way.browser", { name, version })}</li>
      ))}
    </ul>
  );
}

function GoOn() {
  const t = useWords("session");
  const place = useFirstPlaceFor(rolesOf(useSession()));
  return (
    <Button variant="filled" trailingIcon="arrow-forward" href={place}>
      {t("way.go-on")}
    </Button>
  );
}

/** The provider's own page, in a tab of its own. */
function Provider({ facts }: WayProps) {
  const t = useWords("session");
  const issuer = useConfigIfThere()?.issuer;
  const url = [facts["url"], auth().account().consoleUrl, issuer].find(isWebAddress);
  if (url === undefined) return null;
  return (
    <Button variant="outlined" trailingIcon="link" href={url} target="_blank">
      {t("way.provider")}
    </Button>
  );
}

const isWebAddress = (text: unknown): text is string => typeof text === "string" && /^https?:\/\//.test(text);

function KeepACopy({ facts }: WayProps) {
  const t = useWords("session");
  const [copied, setCopied] = useState(false);
  const typed = draftsAside();
  if (typed === undefined || typed === "") return null;
  const copy = () => void navigator.clipboard.writeText(typed).then(() => setCopied(true));
  return (
    <Button variant="outlined" icon={copied ? "check" : "copy"} onClick={copy}>
      {copied ? t("way.copied") : t("way.copy-typed", { was: facts["was"] ?? "" })}
    </Button>
  );
}

/** Failures that end as soon as the network is back. */
const WAITS: ReadonlySet<SignInFailureCode> = new Set<SignInFailureCode>([
  "offline-too-long",
  "first-time-offline",
]);

function ByItself({ code, onRetry }: WayProps) {
  const t = useWords("session");
  const hall = useWords("hall");
  const { press, isRunning } = useBackOff(onRetry ?? (() => auth().confirm("person")));
  if (!WAITS.has(code)) return <Button href="/">{hall("state.home")}</Button>;
  return (
    <>
      <p className="quiet">{t("way.waits")}</p>
      {code === "offline-too-long" && (
        <Button icon="refresh" loading={isRunning} onClick={press}>
          {t("way.check-now")}
        </Button>
      )}
    </>
  );
}

/** Component of each way out. */
export const WAYS: Readonly<Record<FailureWay, ComponentType<WayProps>>> = {
  "sign-in": SignIn,
  retry: Retry,
  "other-account": OtherAccount,
  "open-secure": OpenSecure,
  "restart-app": RestartApp,
  "update-browser": UpdateBrowser,
  "go-on": GoOn,
  provider: Provider,
  "keep-a-copy": KeepACopy,
  "by-itself": ByItself,
};

/** A second way, where one is not enough. */
export const SECOND_WAYS: Partial<Record<SignInFailureCode, ComponentType<WayProps>>> = {
  "wrong-address": NetworkPage,
  "token-refused": (props) => <OtherAccount {...props} variant="outlined" />,
  "ended-or-disabled": (props) => <OtherAccount {...props} variant="outlined" />,
};

/** A network that puts its own page before the world shows it there. */
function NetworkPage({ facts }: WayProps) {
  const t = useWords("session");
  const issuer = useConfigIfThere()?.issuer;
  const url = [facts["url"], issuer].find(isWebAddress);
  return url === undefined ? null : (
    <Button trailingIcon="link" href={url} target="_blank">
      {t("way.network-page")}
    </Button>
  );
}
