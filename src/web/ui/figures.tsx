import "./styles/figures.css";
import type { Money } from "#kernel/money.ts";
import { useFormat } from "../i18n/format.ts";
import { classes } from "./class-names.ts";

/** An amount with equal digits, kept on one line. */
export function MoneyText({ amount, strong }: { amount: Money; strong?: boolean }) {
  return <span className={classes("figure", strong && "strong")}>{useFormat().money(amount)}</span>;
}

export function DistanceText({ metres, estimated }: { metres: number; estimated?: string }) {
  return (
    <span className="figure">
      {useFormat().distance(metres)}
      {estimated !== undefined && <span className="quiet small"> {estimated}</span>}
    </span>
  );
}

/** A delivery's human number, as stamped on the form; always left to right. */
export function NumberText({ children }: { children: string }) {
  return (
    <bdi className="serial" dir="ltr">
      {children}
    </bdi>
  );
}

/** A phone number or another code that reads left to right in any language. */
export function LtrText({ children }: { children: string }) {
  return <bdi dir="ltr">{children}</bdi>;
}

/** Keys to press, e.g. `<KeyHint keys={["Ctrl", "K"]} />`. */
export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
