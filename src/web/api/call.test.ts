import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint, HEADERS } from "#contract/endpoint.ts";
import { call, requestOf } from "./call.ts";
import { isProblem, Problem } from "./problem.ts";
import { setSignedFetch } from "./signed-fetch.ts";

const read = endpoint({
  id: "read",
  method: "GET",
  path: "/api/things/:id",
  needs: "anyone",
  summary: "",
  input: z.strictObject({
    id: z.string(),
    tag: z.optional(z.array(z.string())),
    limit: z.optional(z.number()),
  }),
  reply: z.strictObject({ name: z.string() }),
  refusals: [],
});
const write = endpoint({
  id: "write",
  method: "POST",
  path: "/api/things/:id/go",
  needs: "self",
  summary: "",
  input: z.strictObject({ id: z.string(), commandId: z.optional(z.string()), n: z.number() }),
  reply: z.strictObject({ ok: z.boolean() }),
  refusals: ["things.busy"],
});

const answer = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const fetched = vi.fn<typeof fetch>();
const sent = (n = 0) => {
  const [url, init] = fetched.mock.calls[n] ?? [];
  return {
    url,
    method: init?.method,
    headers: new Headers(init?.headers),
    body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
  };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
  setSignedFetch(undefined);
});
/** Lets waits between tries pass at once. */
const settle = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  await vi.runAllTimersAsync();
  return work;
};

describe("a call", () => {
  test("puts names of the path there, the rest in the query or the body", () => {
    expect(requestOf(read, { id: "a/b", tag: ["x", "y"], limit: undefined })).toEqual({
      url: "/api/things/a%2Fb?tag=x&tag=y",
    });
    expect(requestOf(write, { id: "7", n: 1 })).toEqual({ url: "/api/things/7/go", body: { n: 1 } });
  });

  test("sends a write with a key, the command's own where it has one, and no cookies", async () => {
    fetched.mockImplementation(async () => answer({ ok: true }));
    await call(write, { id: "7", n: 1 });
    expect(sent().headers.get(HEADERS.idempotencyKey)).toMatch(/^[0-9a-f-]{36}$/);
    await call(write, { id: "7", n: 1, commandId: "c1" });
    expect(sent(1).headers.get(HEADERS.idempotencyKey)).toBe("c1");
    expect(fetched.mock.calls[0]?.[1]?.credentials).toBe("omit");
  });

  test("repeats with the same key when nobody answered, and gives up after three", async () => {
    fetched.mockRejectedValueOnce(new TypeError("network")).mockResolvedValueOnce(answer({ ok: true }));
    expect(await settle(call(write, { id: "7", n: 1 }))).toEqual({ ok: true });
    expect(sent(0).headers.get(HEADERS.idempotencyKey)).toBe(sent(1).headers.get(HEADERS.idempotencyKey));
    fetched.mockReset();
    fetched.mockRejectedValue(new TypeError("network"));
    await expect(settle(call(write, { id: "7", n: 1 }))).rejects.toThrow("http.unreachable");
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test("turns a refusal into a problem with its facts, fields and reference", async () => {
    fetched.mockImplementation(async () =>
      answer(
        {
          code: "things.busy",
          title: "x",
          status: 409,
          instance: "req-1",
          facts: { n: 2, bad: {} },
          fields: [{ path: "n", code: "too-large" }, 7],
        },
        409,
        { "retry-after": "3" },
      ),
    );
    const error: unknown = await call(write, { id: "7", n: 1 }).catch((thrown: unknown) => thrown);
    expect(isProblem(error, "things.busy")).toBe(true);
    expect(error).toMatchObject({
      status: 409,
      facts: { n: 2, seconds: 3 },
      fields: [{ path: "n", code: "too-large" }],
      instance: "req-1",
      retryAfter: 3,
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test.each([
    [new Response("<html>", { status: 503 }), "http.busy"],
    [new Response("<html>", { status: 200 }), "http.unexpected-reply"],
    [answer({ wrong: true }), "http.unexpected-reply"],
    [answer({}, 404), "http.not-found"],
  ])("names an answer that is not ours: %#", async (response, code) => {
    fetched.mockResolvedValue(response);
    await expect(settle(call(read, { id: "7" }))).rejects.toThrow(code);
  });

  test("takes an answer that says more than this page knows", async () => {
    fetched.mockResolvedValue(answer({ name: "x", added: "by a newer server" }));
    expect(await call(read, { id: "7" })).toMatchObject({ name: "x" });
  });

  test("says that the device is offline without trying", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await expect(call(read, { id: "7" })).rejects.toThrow("http.offline");
    expect(fetched).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("goes out through the session's fetch, and keeps its words", async () => {
    setSignedFetch(async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", "Bearer t");
      return fetch(url, { ...init, headers });
    });
    fetched.mockImplementation(async () => answer({ name: "x" }));
    expect(await call(read, { id: "7" })).toEqual({ name: "x" });
    expect(sent(0).headers.get("authorization")).toBe("Bearer t");
    setSignedFetch(async () => Promise.reject(new Problem("http.unreachable")));
    await expect(settle(call(read, { id: "7" }))).rejects.toThrow("http.unreachable");
  });
});
