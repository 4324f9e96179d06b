import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BoardCourier, BoardStop } from "#features/dispatch/contract/board.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { boardCourier } from "#test/support/web/board-courier.ts";
import { show, usePage } from "#test/support/web/page.tsx";
import { stubServer } from "#test/support/web/stub-server.ts";
import { CourierFacts, CourierLine } from "./courier-day.tsx";
import { RouteTimes } from "./route-times.tsx";

usePage("dispatch", "times", "lateness", "ribbon");

const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const stop = (at: number, promisedEnd: number): BoardStop => ({
  taskId: `t${at}`,
  deliveryId: "d",
  number: "WB-1",
  kind: "deliver",
  state: "assigned",
  label: "Markt 1",
  point: { lat: 52.5, lon: 13.4 },
  window: { start: toIso(NOW), end: toIso(promisedEnd) },
  arrival: {
    at,
    earliest: at - 5 * MINUTE_MS,
    latest: at + 5 * MINUTE_MS,
    planned: at - 30 * MINUTE_MS,
    stay: 3 * MINUTE_MS,
    way: 8 * MINUTE_MS,
  },
});
const AT = NOW + 2 * HOUR_MS;
const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, " ");
const withTimes = (times: BoardCourier["route"]["times"]): BoardCourier => {
  const courier = boardCourier("carla", [stop(AT, AT - MINUTE_MS)]);
  return { ...courier, route: { ...courier.route, times } };
};

test("a row says end against shift, break and lateness in this order, beside the picture", async () => {
  stubServer({
    "GET /api/shifts/day": () => ({
      body: {
        couriers: [
          {
            courierId: "0198f5a0-0000-7000-8000-000000000001",
            parcels: 8,
            massG: 25_000,
            shifts: [
              {
                start: toIso(NOW - HOUR_MS),
                end: toIso(NOW + 3 * HOUR_MS),
                breaks: [{ earliest: toIso(AT + HOUR_MS), latest: toIso(AT + 2 * HOUR_MS), minutes: 30 }],
              },
            ],
          },
        ],
      },
    }),
  });
  const courier = {
    ...withTimes({
      status: "available",
      computedAt: toIso(NOW),
      end: { at: toIso(AT + 40 * MINUTE_MS), shiftEnd: toIso(AT) },
    }),
    id: "0198f5a0-0000-7000-8000-000000000001",
  };
  await show(
    <p data-testid="row">
      <CourierFacts courier={courier} date="2026-11-23" zone="UTC" />
      <CourierLine courier={courier} date="2026-11-23" zone="UTC" />
    </p>,
  );
  await screen.findByText(/break/);
  expect(plain(screen.getByTestId("row").textContent)).toMatch(
    /end .*, shift to .*: 40 min over.* · break .*, 1 late stop ahead$/,
  );
  expect(document.querySelectorAll(".ribbon .ribbon-late")).toHaveLength(1);
  expect(document.querySelector(".ribbon .ribbon-break")).not.toBeNull();
});

test("a route without a shift says when it ends, what was planned, and why that may be doubted", async () => {
  await show(
    <p data-testid="row">
      <RouteTimes courier={withTimes({ status: "no_position", computedAt: toIso(NOW) })} zone="UTC" />
    </p>,
  );
  expect(plain(screen.getByTestId("row").textContent)).toMatch(/^ · until .*, planned .* · no position$/);
});
