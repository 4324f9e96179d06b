import { expect, test } from "vitest";
import * as z from "zod/mini";
import { changeSearch, matchPage, parseSearch, readSearch, stringifySearch } from "./match.ts";
import { definePages } from "./pages.ts";

const load = async () => () => null;
const Search = z.object({
  q: z._default(z.string(), ""),
  page: z._default(z.coerce.number(), 1),
  state: z._default(z.array(z.string()), []),
});
const pages = definePages("hall", (page) => [
  page({ path: "/", title: "shell.home", load }),
  page({ path: "/d/deliveries", title: "shell.home", load, search: async () => Search }),
  page({ path: "/d/deliveries/$id", title: "shell.home", load }),
  page({ path: "/d/deliveries/new", title: "shell.home", load }),
]);

test.each([
  ["/", "/", {}],
  ["/d/deliveries/", "/d/deliveries", {}],
  ["/d/deliveries/a%20b", "/d/deliveries/$id", { id: "a b" }],
  ["/d/deliveries/new", "/d/deliveries/new", {}],
  ["/d/deliveries/1/2", undefined, undefined],
  ["/d/deliveries/%E0%A4%A", undefined, undefined],
])("%s is the page %s", (pathname, path, params) => {
  const found = matchPage(pages, pathname);
  expect(found?.page.path).toBe(path);
  expect(found?.params).toEqual(params);
});

test("an address's search becomes what the page means, its defaults where it is wrong", () => {
  expect(readSearch(Search, "?q=x&page=3&state=a&state=b")).toEqual({ q: "x", page: 3, state: ["a", "b"] });
  expect(readSearch(Search, "?page=abc")).toEqual({ q: "", page: 1, state: [] });
});

test("a change keeps the rest and leaves defaults out of the address", () => {
  expect(changeSearch(Search, "?q=x&page=3", { page: 1 })).toBe("?q=x");
  expect(changeSearch(Search, "?q=x", { state: ["a", "b"], q: "" })).toBe("?state=a&state=b");
  expect(parseSearch(stringifySearch({ a: 1, b: ["x", "y"], c: undefined }))).toEqual({
    a: "1",
    b: ["x", "y"],
  });
});
