import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#server/ids.ts";
import { askSurcharge } from "#features/debts/server/ask-surcharge.ts";
import { sendPayLink } from "#features/debts/server/send-pay-link.ts";
import { writeOff } from "#features/debts/server/write-off.ts";
import { paymentsOf } from "#features/payments/server/base/payment-row.ts";
import type { Worker } from "./office.ts";
import { operator } from "./operator.ts";
import { pay } from "./payer.ts";
import { doer } from "./story.ts";
import type { Story } from "./story.ts";

/** Days without a fault are left after the last payment. */
const LAST_PAID_MS = 2 * DAY_MS;

/** A mail with a link has come: it is followed, perhaps in two tabs, or never. */
export function followLink(story: Story, paymentId: string): void {
  const { agenda, dice } = story.line;
  if (dice.chance(0.3)) return;
  const first = dice.pick([dice.between(1, 60), dice.between(60, 30 * 60)]) * MINUTE_MS;
  if (agenda.now + first > story.calmFrom + LAST_PAID_MS) return;
  pay(story, first, "link", paymentId);
  if (dice.chance(0.25)) pay(story, first + dice.between(0, 10 * 60) * SECOND_MS, "link in tab 2", paymentId);
}

/** The office asks for more than the price, perhaps pressing twice. */
export function surcharge(story: Story, afterMs: number): void {
  const { agenda, dice } = story.line;
  const minor = dice.between(50, 5_000);
  const id = newId(agenda.now + afterMs);
  askForMore(story, afterMs, id, minor);
  if (dice.chance(0.3)) askForMore(story, afterMs + dice.between(0, 400), id, minor);
}

function askForMore(story: Story, afterMs: number, paymentId: string, minor: number): void {
  const amount = { minor, currency: "EUR" };
  const asked = { id: story.orderId, paymentId, amount, reason: "waiting" as const };
  press(story, afterMs, `asks for ${minor} more`, 1, ({ deps }, context) =>
    askSurcharge(deps, "", asked, context),
  );
}

/** The office goes through what is owed: sends the link again, or gives it up, by one or by two people. */
export function collectDebts(story: Story): void {
  const { agenda, dice } = story.line;
  const from = agenda.now;
  for (const at of [from + dice.between(1, 8) * DAY_MS, story.calmFrom + dice.between(1, 24) * HOUR_MS])
    look(story, at + dice.between(0, DAY_MS));
}

function look(story: Story, time: Instant): void {
  const { agenda, dice } = story.line;
  agenda.at(time, () =>
    agenda.begin(doer("office"), 0, async () => {
      const all = await story.office.as((tx) => paymentsOf(tx, story.orderId));
      for (const { id } of all.filter(({ owedMinor, writtenOffMinor }) => owedMinor > writtenOffMinor)) {
        if (dice.chance(0.4))
          press(story, 0, "sends the link again", 1, (_, context) =>
            sendPayLink("", { id: story.orderId }, context),
          );
        else if (dice.chance(0.6)) giveItUp(story, id);
      }
    }),
  );
}

function giveItUp(story: Story, id: string): void {
  const { dice } = story.line;
  const say = (afterMs: number, nth: number, agree: boolean): void =>
    press(story, afterMs, `${agree ? "gives up" : "does not give up"} ${id}`, nth, ({ deps }, context) =>
      writeOff(deps, { id, agree }, context),
    );
  say(0, 1, true);
  if (dice.chance(0.3)) say(dice.between(0, 400), 1, true);
  const later = dice.between(1, 8 * 60) * MINUTE_MS;
  if (dice.chance(0.8)) say(later, 2, dice.chance(0.8));
  if (dice.chance(0.3)) say(later + dice.between(0, 400), 3, true);
}

/** Presses a button, and again as long as nobody answers. */
function press(
  story: Story,
  afterMs: number,
  what: string,
  nth: number,
  work: (worker: Worker, context: ReturnType<typeof operator>) => Promise<object>,
): void {
  const { office, line } = story;
  const { agenda, dice, trace } = line;
  const who = doer(`operator ${nth}`);
  agenda.begin(who, afterMs, async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await office.ask(who, (worker) => work(worker, operator(story, worker, nth)));
      const said = answer instanceof Refusal ? answer.code : answer === "lost" ? "lost" : "done";
      trace.note(agenda.now, `${who.name} ${what}: ${said}`);
      if (answer !== "lost") return;
      await agenda.pause(who, dice.between(2, 120) * SECOND_MS);
    }
  });
}
