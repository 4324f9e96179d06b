import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** Parcels that were scanned and belong to no stop of the day. */
export function ForeignList({
  codes,
  onChange,
}: {
  codes: readonly string[];
  onChange?: (codes: readonly string[]) => void;
}) {
  const t = useWords("custody");
  if (codes.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="strong">{t("load.foreign", { n: codes.length })}</p>
      <ul className="foreign-codes">
        {codes.map((code) => (
          <li key={code}>
            <bdi className="serial">{code}</bdi>
            {onChange && (
              <Button variant="text" onClick={() => onChange(codes.filter((one) => one !== code))}>
                {t("load.foreign-out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
