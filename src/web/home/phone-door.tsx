import { useEffect, useState } from "react";
import { useWords } from "../i18n/words.ts";
import type { Code } from "./qr-code.ts";

/** Only this computer answers under these names. */
const LOOPBACK = /^(localhost|127\.|\[::1\]$)/;

/** The courier's page as a code for a phone's camera. */
export function PhoneDoor() {
  const t = useWords("home");
  const address = `${location.origin}/c`;
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    let isHere = true;
    import("./qr-code.ts").then(
      ({ drawCode }) => isHere && setCode(drawCode(address)),
      // Without its code the address below remains.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [address]);
  return (
    <div className="front-phone">
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t("phone.code", { address })}>
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      )}
      <div className="stack gap-2">
        <h3 className="title">{t("phone.title")}</h3>
        <p className="quiet">{t("phone.text")}</p>
        <p>
          <bdi dir="ltr" className="serial">
            {address}
          </bdi>
        </p>
        {LOOPBACK.test(location.hostname) && (
          <p className="small">
            {t("phone.localhost")} <a href="/docs/operating.html#on-a-phone">{t("phone.how")}</a>
          </p>
        )}
      </div>
    </div>
  );
}
