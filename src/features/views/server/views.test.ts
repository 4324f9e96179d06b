import { expect, test } from "vitest";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { viewsApi } from "../contract/api.ts";
import { MOST_VIEWS } from "../domain/canonical.ts";

const opened = useWorld({
  people: { bo: ["Bo", "dispatcher"], di: ["Di", "dispatcher"], ada: ["Ada", "org-admin"] },
});
const save = (name: string, query: string, shared = false, caller = opened.bo) =>
  caller.call(viewsApi.saveView, { page: "deliveries", name, query, shared });
const list = async (caller = opened.bo) =>
  good(await caller.call(viewsApi.listViews, { page: "deliveries" })).views;

test("a filter is kept as the page reads it, for its owner alone until it is shared", async () => {
  const { di, ada, bo } = opened;
  const { views } = good(await save("Late ones", "?states=created&pages=7&surprise=1"));
  expect(views).toMatchObject([{ name: "Late ones", query: "states=created", shared: false, owner: null }]);
  const [view] = views;
  const id = view?.id ?? "";
  expect(await list(di)).toEqual([]);
  expect(await di.call(viewsApi.chooseDefaultView, { page: "deliveries", id })).toMatchObject({
    status: 404,
  });
  const change = { id, name: "Open ones", query: "states=created", shared: true };
  expect(await di.call(viewsApi.changeView, change)).toMatchObject({ status: 404 });
  expect(await ada.call(viewsApi.deleteView, { id })).toMatchObject({ status: 404 });
  good(await bo.call(viewsApi.changeView, change));
  expect(await list(di)).toMatchObject([
    { name: "Open ones", owner: "Bo", mayDelete: false, isDefault: false },
  ]);
  expect(await di.call(viewsApi.deleteView, { id })).toMatchObject({ status: 404 });

  const chosen = good(await di.call(viewsApi.chooseDefaultView, { page: "deliveries", id }));
  expect(chosen.views).toMatchObject([{ isDefault: true }]);
  expect(await list()).toMatchObject([{ isDefault: false }]);
  expect(await di.call(viewsApi.chooseDefaultView, { page: "board", id })).toMatchObject({ status: 404 });
  good(await bo.call(viewsApi.changeView, { ...change, shared: false }));
  good(await bo.call(viewsApi.changeView, change));
  expect(await list(di)).toMatchObject([{ isDefault: false }]);
  good(await ada.call(viewsApi.deleteView, { id }));
  expect(await list()).toEqual([]);
});

test("a filter that the page does not know, a name that is taken and one view too many are refused", async () => {
  expect(await save("Odd", "from=yesterday")).toMatchObject({
    status: 422,
    body: { code: "views.bad-query", fields: [{ path: "query" }] },
  });
  good(await save("One", "q=1"));
  expect(await save("ONE", "q=2")).toMatchObject({
    status: 409,
    body: { code: "views.name-taken", fields: [{ path: "name" }] },
  });
  good(await save("One", "q=2", false, opened.di));
  for (let nth = 2; nth <= MOST_VIEWS; nth += 1) good(await save(`View ${nth}`, `q=${nth}`));
  expect(await save("Another", "q=x")).toMatchObject({ status: 409, body: { code: "views.too-many" } });
  expect(await list()).toHaveLength(MOST_VIEWS);
});
