import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { HEADERS } from "#contract/endpoint.ts";
import { requestInTown } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { load } from "./load.ts";
import type { Figures } from "./load.ts";

const contact = { name: "Bench", phone: "+4930123456", email: null, note: "" };

/** Requests per second and tail of the main calls, each for that many seconds, beside a call that does nothing. */
export async function benchCalls(url: string, seconds: number): Promise<Figures[]> {
  const sender = { token: await signIn(url, "ada") };
  const dispatcher = { token: await signIn(url, "bo") };
  const request = await requestInTown(url);
  const board = await callWire(url, dispatchApi.readBoard, {}, dispatcher);
  const deliveryId = board.deliveries.id[0] ?? "";
  const { token } = await callWire(url, trackingApi.shareDelivery, { id: deliveryId }, dispatcher);
  const book = async (): Promise<void> => {
    const quote = await callWire(url, quotesApi.makeQuote, request, sender);
    await callWire(
      url,
      deliveriesApi.placeOrder,
      { quoteId: quote.id, requestHash: quote.requestHash, sender: contact, recipient: contact },
      sender,
    );
  };
  return [
    await load("nothing (`/livez`)", seconds, () => fetch(`${url}/livez`).then((answer) => answer.text())),
    await load("price (`POST /api/quotes`)", seconds, () =>
      callWire(url, quotesApi.makeQuote, request, sender),
    ),
    await load("price and order (`POST /api/orders`)", seconds, book),
    await load("board of a day (`GET /api/board`)", seconds, () =>
      callWire(url, dispatchApi.readBoard, {}, dispatcher),
    ),
    await load("list, first page (`GET /api/deliveries`)", seconds, () =>
      callWire(url, deliveriesApi.listDeliveries, {}, dispatcher),
    ),
    await load("tracking (`GET /api/tracking`)", seconds, () =>
      callWire(url, trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: token } }),
    ),
  ];
}
