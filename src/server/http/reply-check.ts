import { Ajv } from "ajv";
import * as z from "zod/mini";
import { Written } from "./written.ts";

/** Compiling takes some 10 ms: worth it for what is asked again and again, and then 14 times as fast. */
export const REPLIES_BEFORE_COMPILING = 20;

const compiler = new Ajv({
  validateSchema: false,
  meta: false,
  strict: false,
  // A number that is none would leave as null.
  strictNumbers: true,
  validateFormats: false,
  code: { optimize: false },
});

/** Servers of one process have their schemas in common. */
const compiled = new WeakMap<z.ZodMiniType, (reply: unknown) => boolean>();

/**
 * Whether a reply is what a schema says, by code made of it once: its fields, their types and patterns. Refinements of
 * our own (the century of a date) it leaves out.
 */
export function compiledCheck(schema: z.ZodMiniType): (reply: unknown) => boolean {
  const known = compiled.get(schema);
  if (known) return known;
  const described = z.toJSONSchema(schema, { io: "output", unrepresentable: "any", target: "draft-7" });
  const check = compiler.compile(described);
  compiled.set(schema, check);
  return check;
}

/** Of replies that the database wrote the first ones are read and held to the schema, and later one in so many. */
export const WRITTEN_CHECKED_EVERY = 100;

/**
 * Holds replies to their schema: no field that it does not name leaves, whatever the rows held. What compiled code
 * cannot say yes to is for the schema itself, which says what is wrong.
 *
 * @throws z.core.$ZodError
 */
export function replyCheck(schema: z.ZodMiniType): (reply: unknown) => unknown {
  let seen = 0;
  let passes: ((reply: unknown) => boolean) | undefined;
  return (reply) => {
    seen += 1;
    const isEarly = seen <= REPLIES_BEFORE_COMPILING;
    const held = (read: unknown) => {
      if (!isEarly) passes ??= compiledCheck(schema);
      return passes?.(read) ? read : schema.parse(read);
    };
    if (!(reply instanceof Written)) return held(reply);
    if (isEarly || seen % WRITTEN_CHECKED_EVERY === 0) held(reply.parsed());
    return reply;
  };
}
