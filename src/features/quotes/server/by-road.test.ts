import { beforeEach, describe, expect, test } from "vitest";
import { good, quote, request } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { quotesApi } from "../contract/api.ts";
import { BICYCLE_LOAD_G } from "../domain/limits.ts";

/** Metres that the roads answer for each vehicle; none where no map covers the way. */
let known: Partial<Record<string, number>> = {};
const roads = {
  between: (_from: unknown, _to: unknown, profile: string) => {
    const metres = known[profile];
    return metres === undefined ? undefined : { metres, seconds: 600 };
  },
};
const { world, sam } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"] },
  eachTestAtTen: true,
  roads,
});
beforeEach(() => {
  known = { bicycle: 3_210, car: 4_321 };
});

const parcel = (massG: number) => [{ size: "small" as const, massG, contents: "", fragile: false }];
const measuredIn = ({ lines }: { lines: readonly { inputs: Readonly<Record<string, unknown>> }[] }) =>
  lines.flatMap(({ inputs }) => inputs["measured"] ?? []);

describe("a quote", () => {
  test("is measured on the roads of the vehicle that its load needs, and its trace says so", async () => {
    const light = await quote(world, sam, { parcels: parcel(BICYCLE_LOAD_G) });
    expect(light).toMatchObject({ distanceM: 3_210, distanceSource: "road" });
    expect(measuredIn(light.price)).toEqual(["bicycle"]);
    const heavy = await quote(world, sam, { parcels: parcel(BICYCLE_LOAD_G + 1) });
    expect(heavy).toMatchObject({ distanceM: 4_321, distanceSource: "road" });
    expect(measuredIn(heavy.price)).toEqual(["car"]);
  });

  test("is estimated where no map covers the way, and its trace says so", async () => {
    known = {};
    const quoted = await quote(world, sam);
    expect(quoted.distanceSource).toBe("estimated");
    expect(measuredIn(quoted.price)).toEqual(["estimated"]);
  });

  test("costs what its window was offered for", async () => {
    const { pickup, dropoff, parcels, window } = request(world, { parcels: parcel(2_000) });
    const offers = good(
      await sam.call(quotesApi.priceWindows, {
        pickupLon: pickup.point.lon,
        pickupLat: pickup.point.lat,
        dropoffLon: dropoff.point.lon,
        dropoffLat: dropoff.point.lat,
        massG: 2_000,
        parcels: parcels.length,
      }),
    );
    expect(offers).toMatchObject({ distanceM: 3_210, distanceSource: "road" });
    const quoted = await quote(world, sam, { parcels, window });
    expect(offers.prices).toContainEqual(quoted.price);
  });
});
