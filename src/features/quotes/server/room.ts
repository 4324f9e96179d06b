import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { quotesApi } from "../contract/api.ts";
import { levelsApi } from "../contract/levels.ts";
import { QUOTES_REFUSALS } from "../contract/refusals.ts";
import { expireQuotes } from "./expire-quotes.ts";
import { editLevels } from "./levels/edit-levels.ts";
import { readLevels } from "./levels/levels-record.ts";
import { makeQuote } from "./make-quote.ts";
import { offerWindows } from "./offer-windows.ts";
import { ensurePriceList, readPriceList } from "./price-list-record.ts";
import { priceWindows } from "./price-windows.ts";
import { publishPriceList } from "./publish-price-list.ts";
import { readQuote } from "./read-quote.ts";

/** Whether this install takes cards; it does where nothing is said. */
export interface CardsTaken {
  readonly takesCards?: boolean;
}

/** Routes and jobs that say which deliveries can be booked, when and for how much. */
export const quotesRoom = ({ db, orgId, clock, roads, takesCards = true }: RoomParts & CardsTaken): Room => ({
  name: "quotes",
  routes: [
    on(quotesApi.offerWindows, (_input, context) => offerWindows(takesCards, context)),
    on(quotesApi.priceWindows, (asked, context) => priceWindows({ takesCards, roads }, asked, context)),
    on(quotesApi.makeQuote, (asked, context) => makeQuote({ takesCards, roads }, asked, context)),
    on(quotesApi.readQuote, readQuote),
    on(quotesApi.readPriceList, (_input, { actor, now, db }) =>
      db.as(actor, async (tx) => (await readPriceList(tx)) ?? ensurePriceList(tx, now)),
    ),
    on(quotesApi.publishPriceList, publishPriceList),
    on(levelsApi.readServiceLevels, (_input, { actor, db }) => db.read(actor, (tx) => readLevels(tx))),
    on(levelsApi.editServiceLevels, editLevels),
  ],
  jobs: {
    jobs: { expireQuotes: async () => void (await expireQuotes(db, orgId, clock())) },
    every: { expireQuotes: 1 },
  },
  refusals: QUOTES_REFUSALS,
});
