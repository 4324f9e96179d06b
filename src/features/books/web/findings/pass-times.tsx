import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import type { MoneyHealth } from "../../contract/findings.ts";

/** When each look over the books last went through. */
export function PassTimes({ passes }: Pick<MoneyHealth, "passes">) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const timeOf = (okAt: string | null): string =>
    okAt === null ? t("findings.pass.not-yet") : `${f.day(okAt, zone)} ${f.time(okAt, zone)}`;
  return passes.map(({ name, okAt }) => (
    <li key={name}>{t(`findings.pass.${name}`, { time: timeOf(okAt) })}</li>
  ));
}
