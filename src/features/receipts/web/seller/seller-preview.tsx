import { useSyncExternalStore } from "react";
import { money } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import type { SellerForm } from "./seller-text.ts";
import { linesOf } from "./seller-text.ts";

/** Price on the sample receipt, in minor units. */
const SAMPLE_MINOR = 1_290;

/** The receipt that would be issued now, by what stands in the inputs. */
export function SellerPreview({ form }: { form: SellerForm }) {
  const t = useWords("seller");
  const { currency } = useConfig();
  const { name, address, taxId, email, phone, footer } = useSyncExternalStore(form.subscribe, form.values);
  const lines = linesOf(address);
  const reach = [email, phone].map((one) => one.trim()).filter((one) => one !== "");
  return (
    <Card title={t("preview")} className="seller-preview">
      <div className="seller-paper">
        <p className="strong">
          <bdi>{name.trim() || t("preview.name")}</bdi>
        </p>
        <div className="small">
          {(lines.length > 0 ? lines : [t("preview.address")]).map((line, at) => (
            <p key={`${at} ${line}`}>
              <bdi>{line}</bdi>
            </p>
          ))}
          <p>{t("preview.tax-id", { number: taxId.trim() || "–" })}</p>
          {reach.length > 0 && (
            <p>
              {reach.map((one, at) => (
                <span key={one}>
                  {at > 0 && " · "}
                  <bdi>{one}</bdi>
                </span>
              ))}
            </p>
          )}
        </div>
        <p className="title">{t("preview.receipt")}</p>
        <p className="small">{t("preview.number", { number: "R-2026-000001" })}</p>
        <p className="seller-sum">
          <span>{t("preview.total")}</span>
          <MoneyText amount={money(SAMPLE_MINOR, currency)} strong />
        </p>
        {footer.trim() !== "" && (
          <p className="small seller-foot">
            <bdi>{footer.trim()}</bdi>
          </p>
        )}
      </div>
    </Card>
  );
}
