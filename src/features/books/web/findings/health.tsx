import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { type MoneyHealth, findingsApi } from "../../contract/findings.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";

/** How many are open, and, folded away, when each check last went through. */
export function Health({ health: { open, passes } }: { health: MoneyHealth }) {
  const t = useWords("money");
  const moment = useMoment();
  const [holds, ...others] = passes.map(({ name, okAt }) =>
    t(`findings.pass.${name}`, { time: okAt === null ? t("findings.pass.not-yet") : moment(okAt) }),
  );
  return (
    <>
      {open > 0 && <Banner tone="trouble">{t("findings.open", { n: open })}</Banner>}
      {/* Without cards there is no provider to check. */}
      {passes.some(({ okAt }) => okAt !== null) && (
        <details className="quiet small money-fold">
          <summary>{holds}</summary>
          <ul>
            {others.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export const useMoneyHealth = () =>
  useQuery({
    queryKey: ["money", "health"],
    queryFn: ({ signal }) => call(findingsApi.readMoneyHealth, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
