import { useEffect, useState } from "react";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { useWords } from "../i18n/words.ts";
import type { Code } from "../scan/qr-path.ts";

const COURIER_PATH = "/c";
const LOOPBACK = /^(localhost$|127\.|\[::1\]$)/;

/** The way to the courier's page on a phone: a code for its camera, or the command that makes this computer reachable. */
export function PhoneDoor({ config }: { config: BrowserConfig }) {
  const t = useWords("home");
  const { phoneUrl } = config.demo;
  return (
    <div className="front-phone">
      {phoneUrl !== undefined && <PhoneCode address={`${phoneUrl}${COURIER_PATH}`} />}
      <div className="stack gap-2">
        <h3 className="title">{t("phone.title")}</h3>
        {phoneUrl === undefined ? (
          <ByCable issuer={config.issuer} />
        ) : (
          <>
            <p className="quiet">{t("phone.text")}</p>
            <Typed text={`${phoneUrl}${COURIER_PATH}`} />
          </>
        )}
      </div>
    </div>
  );
}

/** Browsers sign in on https and `localhost` only, so the cable lends the phone this computer's `localhost`. */
function ByCable({ issuer }: { issuer: string }) {
  const t = useWords("home");
  const local = LOOPBACK.test(new URL(issuer).hostname) ? [location.origin, issuer] : [location.origin];
  const ports = local.map(portOf);
  return (
    <>
      <p className="quiet">
        {t("phone.why", { address: "WAYBILL_PUBLIC_URL", issuer: "WAYBILL_OIDC_ISSUER" })}
      </p>
      <p className="quiet">{t("phone.cable")}</p>
      <Typed text={ports.map((port) => `adb reverse tcp:${port} tcp:${port}`).join(" && ")} />
      <p className="quiet">{t("phone.then")}</p>
      <Typed text={`http://localhost:${portOf(location.origin)}${COURIER_PATH}`} />
      <p className="small">
        <a href="/docs/operating.html#on-a-phone">{t("phone.how")}</a>
      </p>
    </>
  );
}

const Typed = ({ text }: { text: string }) => (
  <p>
    <bdi dir="ltr" className="serial">
      {text}
    </bdi>
  </p>
);

const portOf = (address: string): string => {
  const { port, protocol } = new URL(address);
  return port || (protocol === "https:" ? "443" : "80");
};

function PhoneCode({ address }: { address: string }) {
  const t = useWords("home");
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    let isHere = true;
    import("../scan/qr-path.ts").then(
      ({ drawCode }) => isHere && setCode(drawCode(address)),
      // Without its code the address beside it remains.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [address]);
  if (!code) return null;
  return (
    <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t("phone.code", { address })}>
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
