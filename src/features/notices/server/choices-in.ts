import { costOfNext } from "#features/delivery-pages/domain/later-work.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import type { LaterKind } from "#features/quotes/domain/price-rule.ts";
import { type Locale, intlTag } from "#kernel/locale.ts";
import { fill, wordsIn } from "#server/words.ts";
import { formatsIn } from "#server/formats.ts";
import type { ChoiceKind } from "../domain/notices.ts";
import { NOTICE_WORDS } from "./words.ts";

/** Amounts that the sender pays for what comes next; absent where it is free. */
export type Costs = Readonly<Partial<Record<LaterKind, string>>>;

const LATER_OF: Readonly<Partial<Record<ChoiceKind, LaterKind>>> = {
  window: "extraAttempt",
  return: "return",
};

/** Amounts of another try and of the way back as they are written in a language. */
export function costsIn(locale: Locale, { tasks, price }: Pick<DeliveryRecord, "tasks" | "price">): Costs {
  const { money } = formatsIn(locale);
  const cost = (kind: LaterKind): Costs => {
    const found = costOfNext(kind, tasks, price.later);
    return found ? { [kind]: money(found.minor, found.currency) } : {};
  };
  return { ...cost("extraAttempt"), ...cost("return") };
}

/** Names what is open, as one sentence; nothing where nothing is. */
export function choicesIn(locale: Locale, open: readonly ChoiceKind[], costs: Costs = {}): string {
  if (open.length === 0) return "";
  const words = wordsIn(NOTICE_WORDS, locale);
  const list = new Intl.ListFormat(intlTag(locale), { type: "disjunction" });
  const named = open.map((kind) => {
    const choice = words.choices[kind];
    const later = LATER_OF[kind];
    const amount = later && costs[later];
    return amount === undefined ? choice : fill(words.choiceCost, { choice, amount });
  });
  return fill(words.choose, { list: list.format(named) });
}

/** Says to the sender what they pay for what comes next. */
export function costText(locale: Locale, costs: Costs, kinds: readonly LaterKind[]): string {
  const words = wordsIn(NOTICE_WORDS, locale);
  return kinds
    .flatMap((kind) => {
      const amount = costs[kind];
      return amount === undefined ? [] : [fill(words.costs[kind], { amount })];
    })
    .join(" ");
}
