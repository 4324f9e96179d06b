import type Stripe from "stripe";
import * as z from "zod/mini";
import type { Instant } from "#kernel/instant.ts";
import type {
  ListPage,
  ListWindow,
  Outcome,
  PastNews,
  ProviderLists,
} from "#features/payments/server/public.ts";
import type { Line } from "./line.ts";
import { installOf, pastNewsOf } from "./news.ts";
import { FOLLOWED_EVENTS } from "./followed-events.ts";

const PAGE = 100;
const List = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(z.unknown()) });
const Named = z.object({ id: z.string() });

/** Stripe's lists of the account that the key belongs to. */
export function stripeLists(
  line: Line,
  parts: { readonly instance: string; readonly account: string },
): ProviderLists {
  const isElsewhere = (event: unknown): boolean => {
    const install = installOf(event);
    return install !== undefined && install !== parts.instance;
  };
  return {
    account: parts.account,
    events: (window) =>
      askPage(
        line,
        (stripe) => stripe.events.list({ types: [...FOLLOWED_EVENTS], ...pagingOf(window) }),
        (body) => pageIn<PastNews>(body, pastNewsOf, isElsewhere),
      ),
  };
}

/** Stripe counts in seconds: the one that `since` falls into is listed too. */
const pagingOf = (window: ListWindow) => ({
  created: { gte: secondOf(window.since) },
  ...placeOf(window),
});
const placeOf = ({ after }: ListWindow) => ({
  limit: PAGE,
  ...(after !== undefined && { starting_after: after }),
});
const secondOf = (at: Instant): number => Math.floor(at / 1000);

async function askPage<Page>(
  line: Line,
  call: (stripe: Stripe) => Promise<unknown>,
  read: (body: unknown) => Page | undefined,
): Promise<Outcome<Page>> {
  const page = await line.ask(call, read);
  return page.kind === "declined" ? { kind: "rejected", code: page.code } : page;
}

/** All of a page or nothing: what was skipped would never be looked for again. */
function pageIn<T>(
  body: unknown,
  read: (one: unknown) => T | undefined,
  isLeftOut: (one: unknown) => boolean,
): ListPage<T> | undefined {
  const list = List.safeParse(body);
  if (!list.success) return undefined;
  const wanted = list.data.data.filter((one) => !isLeftOut(one));
  const items = wanted.map(read).filter((item) => item !== undefined);
  const last = Named.safeParse(list.data.data.at(-1));
  if (items.length < wanted.length || (list.data.has_more && !last.success)) return undefined;
  return { items, next: list.data.has_more ? last.data?.id : undefined };
}
