import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import type { MoneyHealth } from "../../contract/findings.ts";

/** How many are open, and, folded away, when each look last went through. */
export function Health({ health }: { health: MoneyHealth }) {
  const t = useWords("money");
  const moment = useMoment();
  const { open, lastPassAt, passes, unknownSince, hintSince } = health;
  // Without cards there is no provider to check.
  const isLooking = lastPassAt !== null || passes.some(({ okAt }) => okAt !== null);
  return (
    <>
      {open > 0 && <Banner tone="trouble">{t("findings.open", { n: open })}</Banner>}
      {isLooking && (
        <details className="quiet small money-fold">
          <summary>
            {lastPassAt === null
              ? t("findings.no-pass")
              : t("findings.last-pass", { time: moment(lastPassAt) })}
          </summary>
          <ul>
            {passes.map(({ name, okAt }) => (
              <li key={name}>
                {t(`findings.pass.${name}`, {
                  time: okAt === null ? t("findings.pass.not-yet") : moment(okAt),
                })}
              </li>
            ))}
            <li>
              {unknownSince === null
                ? t("findings.no-unknown")
                : t("findings.unknown", { time: moment(unknownSince) })}
            </li>
            <li>
              {hintSince === null ? t("findings.no-hint") : t("findings.hint", { time: moment(hintSince) })}
            </li>
          </ul>
        </details>
      )}
    </>
  );
}
