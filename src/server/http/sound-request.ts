import type { FastifyRequest } from "fastify";
import { BadInput } from "./problems.ts";

/**
 * Refuses what no honest client sends and what two readers of one request could understand in two ways: a NUL in the
 * path, and two `Host` headers (RFC 9112 §3.2).
 *
 * @throws BadInput
 */
export function mustBeSound({ raw, url }: FastifyRequest): void {
  const [path = ""] = url.split("?", 1);
  if (path.includes("%00")) throw new BadInput([{ path: "", code: "not-allowed" }]);
  const hosts = raw.rawHeaders.filter((name, nth) => nth % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) throw new BadInput([{ path: "", code: "not-allowed" }]);
}
