import type { Money } from "#kernel/money.ts";
import { useFormat, type Formats } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import type { Price, PriceLine } from "../domain/price.ts";
import { titleOf } from "./title-of.ts";

/** How the price came about: every rule that made a line, from which inputs, then tax and total. */
export function PriceTrace({ price }: { price: Price }) {
  const t = useWords("quotes");
  const f = useFormat();
  return (
    <Facts>
      {price.lines.map((line) => (
        <Fact
          key={line.ruleId}
          name={
            <span className="choice-text">
              <span>
                {titleOf({ id: line.ruleId, title: String(line.inputs["title"] ?? line.ruleId) }, t)}
              </span>
              <PriceLineReason line={line} />
            </span>
          }
        >
          <MoneyText amount={line.amount} />
        </Fact>
      ))}
      {price.taxes.length > 0 && (
        <Fact name={t("price.subtotal")}>
          <MoneyText amount={price.subtotal} />
        </Fact>
      )}
      {price.taxes.map((tax, at) => (
        <Fact key={at} name={t("price.tax", { rate: f.percent(tax.basisPoints / 10_000) })}>
          <MoneyText amount={tax.amount} />
        </Fact>
      ))}
      {price.zones && (
        <Fact name={t("price.zones")}>
          <span dir="auto">{price.zones.from?.name ?? t("price.no-zone")}</span> →{" "}
          <span dir="auto">{price.zones.to?.name ?? t("price.no-zone")}</span>
        </Fact>
      )}
      <Fact name={t("price.total")} strong>
        <MoneyText amount={price.total} strong />
      </Fact>
      {(["extraAttempt", "return"] as const).map(
        (kind) =>
          price.later && (
            <Fact key={kind} name={t(`price.${kind}`)}>
              <MoneyText amount={price.later[kind]} />
            </Fact>
          ),
      )}
    </Facts>
  );
}

function PriceLineReason({ line }: { line: PriceLine }) {
  const t = useWords("quotes");
  const f = useFormat();
  const text = reasonOf(line, t, f);
  return text === undefined ? null : <span className="quiet small">{text}</span>;
}

/** The inputs of a line in a sentence; a flat amount needs none. */
function reasonOf(
  { label, inputs, amount }: PriceLine,
  t: Translate<"quotes">,
  f: Formats,
): string | undefined {
  const n = (name: string): number => Number(inputs[name] ?? 0);
  const money = (name: string): string => f.money(moneyOf(n(name), amount));
  const percent = () => t("price.percent", { rate: f.percent(n("basisPoints") / 10_000), of: money("of") });
  const sentences: Readonly<Record<string, () => string>> = {
    "price.per-distance": () => {
      const charged = t("price.per-distance", {
        distance: f.distance(n("distanceM")),
        free: f.distance(n("freeM")),
        freeM: n("freeM"),
        steps: n("steps"),
        step: f.distance(n("stepM")),
        unit: money("unit"),
      });
      const measured = measuredText(inputs["measured"], t);
      return measured === undefined ? charged : `${charged} · ${measured}`;
    },
    "price.per-parcel": () => t("price.per-parcel", { count: n("count"), unit: money("unit") }),
    "price.percent": percent,
    "price.discount": percent,
    "price.minimum": () => t("price.minimum", { limit: money("limit") }),
    "price.maximum": () => t("price.maximum", { limit: money("limit") }),
  };
  return sentences[label]?.();
}

/** How the distance was measured; nothing where a list is only tried out. */
function measuredText(measured: unknown, t: Translate<"quotes">): string | undefined {
  switch (measured) {
    case "bicycle":
      return t("price.measured.bicycle");
    case "car":
      return t("price.measured.car");
    case "estimated":
      return t("price.measured.estimated");
    default:
      return undefined;
  }
}

const moneyOf = (minor: number, { currency }: Money): Money => ({ minor, currency });
