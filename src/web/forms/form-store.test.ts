import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { createForm } from "./form-store.ts";

const Schema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(10)),
  phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  parcels: z.array(z.strictObject({ massG: z.int().check(z.gte(1), z.lte(1000)) })).check(z.minLength(1)),
});
const blank = { name: "", phone: "", parcels: [{ massG: 0 }] };
const good = { name: "Ada", phone: "+4930123456", parcels: [{ massG: 500 }] };
const NAMES = ["name", "phone", "parcels.0.massG"] as const;

function formWith(initial = blank, checks = {}) {
  const form = createForm({ schema: Schema, initial, checks });
  const focused: string[] = [];
  for (const name of NAMES) form.register(name, { label: name, focus: () => focused.push(name) });
  return { form, focused };
}

describe("a form", () => {
  test("is valid although it is empty, as long as nobody touched it", () => {
    const { form } = formWith();
    expect(form.isValid()).toBe(true);
    expect(form.errors()).toEqual([]);
  });

  test("shows nothing while a first text is typed, and shows it when the input is left", () => {
    const { form } = formWith();
    form.set("phone", "12");
    expect(form.errorAt("phone")).toBeUndefined();
    form.touch("phone");
    expect(form.errorAt("phone")?.code).toBe("not-a-phone");
    form.set("phone", "+4930123456");
    expect(form.errorAt("phone")).toBeUndefined();
  });

  test("whose schema comes later reports what is wrong once it is there", async () => {
    const form = createForm({ schema: async () => Schema, initial: blank });
    form.touch("name");
    expect(form.isValid()).toBe(true);
    await vi.waitFor(() => expect(form.errorAt("name")?.code).toBe("required"));
  });

  test("whose schema comes later waits for it on submit, and says so where it does not come", async () => {
    const load = vi.fn<() => Promise<typeof Schema>>(async () => Schema);
    load.mockRejectedValueOnce(new Error("no network"));
    const form = createForm({ schema: load, initial: good });
    const send = vi.fn<() => void>();
    await expect(form.submit(send)).rejects.toThrow("no network");
    expect(send).not.toHaveBeenCalled();
    expect(await form.submit(send)).toBe(true);
    expect(send).toHaveBeenCalledWith(good);
  });

  test("touches all on submit, goes to the first error and sends nothing", async () => {
    const { form, focused } = formWith();
    const send = vi.fn<() => void>();
    expect(await form.submit(send)).toBe(false);
    expect(send).not.toHaveBeenCalled();
    expect(form.errors().map((error) => [error.path, error.code])).toEqual([
      ["name", "required"],
      ["phone", "required"],
      ["parcels.0.massG", "too-small"],
    ]);
    expect(focused).toEqual(["name"]);
    expect(form.tries()).toBe(1);
  });

  test("refuses an input of which the browser reads only a half, such as a day without its year", async () => {
    const { form } = formWith(good);
    const send = vi.fn<() => void>();
    const box = document.createElement("input");
    const isHalf = vi.spyOn(box.validity, "badInput", "get").mockReturnValue(true);
    form.register("name", { label: "name", focus: () => undefined, element: () => box });
    expect(form.isValid()).toBe(true);
    expect(await form.submit(send)).toBe(false);
    expect(form.errorAt("name")?.code).toBe("wrong-format");
    isHalf.mockReturnValue(false);
    expect(await form.submit(send)).toBe(true);
  });

  test("hands the parsed value over, once at a time", async () => {
    const { form } = formWith({ ...good, name: "  Ada " });
    let release = () => {};
    const send = vi.fn<(value: unknown) => Promise<void>>(
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const first = form.submit(send);
    await Promise.resolve();
    expect(await form.submit(send)).toBe(false);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    release();
    expect(await first).toBe(true);
    expect(send).toHaveBeenCalledWith({ ...good, name: "Ada" });
  });

  test("puts what the server refused on its inputs until they change", () => {
    const { form, focused } = formWith(good);
    expect(
      form.setErrors([{ path: "parcels.0.massG", code: "quotes.too-heavy", facts: { maxKg: 20 } }]),
    ).toBe(true);
    expect(form.errorAt("parcels.0.massG")).toEqual({ code: "quotes.too-heavy", facts: { maxKg: 20 } });
    expect(focused).toEqual(["parcels.0.massG"]);
    form.set("parcels.0.massG", 400);
    expect(form.isValid()).toBe(true);
  });

  test("shows a fault inside on the nearest input around it, and says when there is none", () => {
    const { form } = formWith(good);
    form.register("parcels", { label: "parcels", focus: () => undefined });
    expect(form.setErrors([{ path: "parcels.3.contents", code: "not-allowed" }])).toBe(true);
    expect(form.errorAt("parcels")?.code).toBe("not-allowed");
    expect(form.setErrors([{ path: "window.start", code: "not-allowed" }])).toBe(false);
  });

  test("checks one step of a flow and leaves the others alone", async () => {
    const { form } = formWith();
    expect(await form.checkPart(["name"])).toBe(false);
    expect(form.errors().map((error) => error.path)).toEqual(["name"]);
    form.set("name", "Ada");
    expect(await form.checkPart(["name"])).toBe(true);
    expect(form.isValid()).toBe(true);
  });
});

describe("an asynchronous check", () => {
  test("counts only for the value it was asked about", async () => {
    const answers: ((code: string | undefined) => void)[] = [];
    const { form } = formWith(good, { phone: () => new Promise((resolve) => answers.push(resolve)) });
    form.touch("phone");
    form.set("phone", "+4930999999");
    form.touch("phone");
    answers[1]?.(undefined);
    answers[0]?.("blocked-number");
    await Promise.resolve();
    await Promise.resolve();
    expect(form.errorAt("phone")).toBeUndefined();
  });

  test("is waited for by submit, and refuses it", async () => {
    const { form } = formWith(good, { phone: async () => "not-allowed" });
    expect(await form.submit(vi.fn<() => void>())).toBe(false);
    expect(form.errorAt("phone")?.code).toBe("not-allowed");
  });

  test("refuses nothing when it could not be made", async () => {
    const { form } = formWith(good, { phone: async () => Promise.reject(new Error("offline")) });
    expect(await form.submit(vi.fn<() => void>())).toBe(true);
  });
});

type Step =
  | { do: "type"; name: (typeof NAMES)[number]; value: string | number }
  | { do: "touch"; name: (typeof NAMES)[number] }
  | { do: "submit" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("type" as const),
      name: fc.constantFrom("name" as const, "phone" as const),
      value: fc.constantFrom("", "Ada", "much too long a name", "+4930123456", "12"),
    }),
    fc.record({
      do: fc.constant("type" as const),
      name: fc.constant("parcels.0.massG" as const),
      value: fc.integer({ min: -5, max: 2000 }),
    }),
    fc.record({ do: fc.constant("touch" as const), name: fc.constantFrom(...NAMES) }),
    fc.constant({ do: "submit" as const }),
  ),
  { maxLength: 30 },
);

test("valid is exactly: no input reports an error; untouched inputs never do; after a submit all wrong ones do", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { form } = formWith();
      const touched = new Set<string>();
      let model: Record<string, unknown> = { name: "", phone: "", "parcels.0.massG": 0 };
      const isWrong = (name: string): boolean => {
        const value = {
          name: model["name"],
          phone: model["phone"],
          parcels: [{ massG: model["parcels.0.massG"] }],
        };
        const result = Schema.safeParse(value);
        return !result.success && result.error.issues.some((issue) => issue.path.join(".") === name);
      };
      for (const step of sequence) {
        if (step.do === "type") {
          model = { ...model, [step.name]: step.value };
          form.set(step.name, step.value);
        } else if (step.do === "touch") {
          touched.add(step.name);
          form.touch(step.name);
        } else {
          for (const name of NAMES) touched.add(name);
          if ((await form.submit(() => undefined)) !== NAMES.every((name) => !isWrong(name))) return false;
        }
        const shown = NAMES.filter((name) => form.errorAt(name) !== undefined);
        expect(shown).toEqual(NAMES.filter((name) => touched.has(name) && isWrong(name)));
        expect(form.isValid()).toBe(shown.length === 0);
        expect(form.errors()).toHaveLength(shown.length);
      }
      return true;
    }),
    { numRuns: 300 },
  );
});
