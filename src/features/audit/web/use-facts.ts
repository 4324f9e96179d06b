import * as z from "zod/mini";
import { Money } from "#contract/schemas.ts";
import { ROLES } from "#kernel/actor.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { AuditEntry } from "../contract/api.ts";

const Days = z.nullable(z.number());

/** Facts of an entry that people read; further ones, codes and ids, stand in the table that is downloaded. */
const Facts = z.partial(
  z.object({
    roles: z.array(z.enum(ROLES)),
    status: z.enum(["active", "suspended"]),
    amount: Money,
    agree: z.boolean(),
    version: z.number(),
    seconds: z.number(),
    recipient: Days,
    sender: Days,
    pictures: Days,
    deliveries: z.number(),
    from: z.string(),
    to: z.string(),
    others: z.array(z.string()),
  }),
);

type Facts = z.output<typeof Facts>;

/** Speaks the reader's language. */
function useSpeech() {
  return { t: useWords("audit"), hall: useWords("hall"), f: useFormat() };
}
type Speech = ReturnType<typeof useSpeech>;

type Said = string | false | undefined;

/** Ways to say each fact, in the order in which they stand. */
const SAYS: readonly ((facts: Facts, speech: Speech) => Said)[] = [
  ({ roles }, { t, hall, f }) => {
    const names = roles?.map((role) => hall(`role.${role}`));
    return names && (names.length > 0 ? t("fact.roles", { roles: f.list(names) }) : t("fact.roles.none"));
  },
  ({ status }, { t }) => status && t(`fact.status.${status}`),
  ({ amount }, { f }) => amount && f.money(amount),
  ({ agree }, { t }) => agree !== undefined && t(agree ? "fact.agree.yes" : "fact.agree.no"),
  ({ version }, { t }) => version !== undefined && version > 0 && t("fact.version", { n: version }),
  ({ seconds }, { f }) => seconds !== undefined && f.duration(seconds),
  ({ recipient, sender = null, pictures = null }, { t, f }) => {
    const days = (value: number | null) => (value === null ? t("fact.kept.ever") : f.number(value));
    return (
      recipient !== undefined &&
      t("fact.kept", { recipient: days(recipient), sender: days(sender), pictures: days(pictures) })
    );
  },
  ({ deliveries }, { t }) => deliveries !== undefined && t("fact.deliveries", { n: deliveries }),
  ({ from, to }, { t }) => from !== undefined && to !== undefined && t("fact.days", { from, to }),
  ({ others }, { t }) => others && t("fact.others", { n: others.length }),
];

/** Says what an entry changed. */
export function useFacts({ facts }: Pick<AuditEntry, "facts">): string[] {
  const speech = useSpeech();
  const read = Facts.safeParse(facts);
  if (!read.success) return [];
  return SAYS.map((say) => say(read.data, speech)).filter((one) => typeof one === "string");
}
