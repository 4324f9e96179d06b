import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { DISPUTE_WAYS } from "#engines/sandbox-bank/cards.ts";
import type { BankNews } from "./bank.ts";
import { checkAfter } from "./story.ts";
import type { Story } from "./story.ts";

/** Acts of the cards' banks and holders of their own accord; their events come later. */
export function react(story: Story, { type, ref }: BankNews): void {
  const { line, isHasty } = story;
  const { agenda, bank, dice, trace } = line;
  const intent = bank.get(ref).value;
  if (type === "payment_intent.amount_capturable_updated" && isHasty && dice.chance(0.6))
    agenda.at(agenda.now + dice.pick([dice.between(1, 5), dice.between(30, 80 * 60)]) * MINUTE_MS, () => {
      trace.note(agenda.now, `the card's bank lets go of ${ref}`);
      bank.drop(ref);
    });
  if (type === "payment_intent.succeeded" && DISPUTE_WAYS[intent?.cardLast4 ?? ""])
    agenda.at(agenda.now + dice.between(1, 2 * 24 * 60) * MINUTE_MS, () => {
      trace.note(agenda.now, `the holder disputes ${ref}`);
      bank.complain(ref);
    });
  if (type === "charge.dispute.created" && dice.chance(0.8)) {
    const verdict = dice.pick(["won", "lost"] as const);
    agenda.at(agenda.now + dice.pick([HOUR_MS, DAY_MS, 3 * DAY_MS]) + dice.between(0, HOUR_MS), () => {
      trace.note(agenda.now, `the dispute about ${ref} is ${verdict}`);
      for (const { id } of bank.disputes(ref)) bank.judge(id, verdict);
      // The last one: what the bank refused meanwhile is asked for again after six hours.
      checkAfter(story, agenda.now, [2, 20, 400]);
    });
  }
}
