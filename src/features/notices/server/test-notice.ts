import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { noticesApi } from "../contract/api.ts";
import { messageOf } from "./compose.ts";
import { readExample } from "./example.ts";
import { mustFill } from "./templates.ts";
import type { WaysOut } from "./ways.ts";

type Input = ParsedOf<typeof noticesApi.testNotice>;

/**
 * Sends a wording to an address of one's own, filled with an example.
 *
 * @throws Refusal `notices.unknown-placeholder`, `notices.subject-missing`, `notices.no-gateway`, `notices.not-taken`
 */
export async function testNotice(
  input: Input,
  context: Context,
  { ways, publicUrl }: { readonly ways: WaysOut; readonly publicUrl: string },
): Promise<{ answer: string }> {
  const { notice, way, language, subject, body, to } = input;
  mustFill({ notice, way }, { subject, body });
  if (way === "sms" && !ways.sms.leaves) throw new Refusal("notices.no-gateway");
  const { actor, now } = context;
  const { values, carrier } = await context.db.read(actor, (tx) =>
    readExample(tx, { language, now, publicUrl }),
  );
  const message = messageOf({
    template: { subject, body },
    way,
    notice,
    locale: language,
    corrects: false,
    values,
    switchLink: null,
    hasAccount: false,
    to: { name: actor.name ?? "", address: to },
    fromName: carrier,
  });
  const given = { id: newId(now), orgId: actor.orgId, deliveryId: null, audience: "recipient" as const };
  const { end, said } = await ways[way].send({ ...given, message });
  if (end !== "taken") throw new Refusal("notices.not-taken", { answer: said });
  return { answer: said };
}
